/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.fastwire.testsupport.CollectingSink;
import io.fastwire.topic.Topics;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That the document of the endpoint names the fields of a real answer, and no others.
 */
class ActuatorDocumentTests {

	private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Za-z0-9.]+)` \\|");

	/** Whose fields are reasons, or are told elsewhere in the document. */
	private static final Set<String> CLOSED = Set.of("rejections", "dropped", "mostDropped.reasons", "webSocket.closes",
			"eventLoops.pool", "connections.refused", "proxyFailures", "http2.floods");

	private static JsonNode all = NullNode.getInstance();

	private static JsonNode topic = NullNode.getInstance();

	private static JsonNode subscribers = NullNode.getInstance();

	@BeforeAll
	static void ask() throws Exception {
		try (ConfigurableApplicationContext context = FastwireEndpointTests.run(
				"--management.endpoints.web.exposure.include=fastwire", "--fastwire.cache.enabled=true",
				"--fastwire.access-log.enabled=true", "--server.http2.enabled=true",
				"--fastwire.topics.max-pending-size=1B")) {
			Topics topics = context.getBean(Topics.class);
			topics.join(new CollectingSink("all")).subscribe("a/b");
			topics.join(new CollectingSink("slow")).subscribe("c");
			topics.publish("c", "too large");
			all = FastwireEndpointTests.json(context, "server", "/actuator/fastwire");
			subscribers = FastwireEndpointTests.json(context, "server", "/actuator/fastwire/subscribers");
			topic = FastwireEndpointTests.json(context, "server", "/actuator/fastwire/topics/a/b");
		}
	}

	@Test
	void namesTheFieldsOfAServer() throws IOException {
		Set<String> documented = documented("Servers");
		assertThat(documented.removeAll(Set.of("tls.handshakes", "tls.failures"))).as("of TLS").isTrue();
		assertThat(documented).isEqualTo(fields(all.at("/servers/main")));
	}

	@Test
	void namesTheFieldsOfTls() throws IOException {
		Set<String> components = Set.of(ServerDescriptor.Tls.class.getRecordComponents())
			.stream()
			.map((component) -> "tls." + component.getName())
			.collect(Collectors.toSet());
		assertThat(documented("Servers")).containsAll(components)
			.filteredOn((field) -> field.startsWith("tls."))
			.hasSameSizeAs(components);
	}

	@Test
	void namesTheFieldsOfTopics() throws IOException {
		assertThat(documented("Topics")).isEqualTo(fields(all.get("topics")));
		assertThat(documented("Subscribers")).containsAll(fields(subscribers))
			.hasSize(1 + SubscribersDescriptor.Subscriber.class.getRecordComponents().length);
		assertThat(documented("One topic")).isEqualTo(fields(topic));
	}

	@Test
	void namesTheOperations() throws IOException {
		String document = document();
		assertThat(FastwireEndpoint.PARTS.keySet()).allMatch((part) -> document.contains('/' + part + '`'));
	}

	private static String document() throws IOException {
		return Files.readString(Path.of("../docs/actuator.md"));
	}

	private static Set<String> documented(String section) throws IOException {
		String document = document();
		int start = document.indexOf("\n## " + section + '\n');
		assertThat(start).as(section).isNotNegative();
		return ROW.matcher(document.substring(start, document.indexOf("\n## ", start + 1)))
			.results()
			.map((row) -> row.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Set<String> fields(JsonNode answer) {
		Set<String> fields = new TreeSet<>();
		collect("", answer, fields);
		return fields;
	}

	private static void collect(String prefix, JsonNode object, Set<String> fields) {
		for (Map.Entry<String, JsonNode> property : object.properties()) {
			String name = prefix + property.getKey();
			JsonNode value = property.getValue().isArray() ? property.getValue().get(0) : property.getValue();
			if (value.isObject() && !CLOSED.contains(name)) {
				collect(name + '.', value, fields);
			}
			else {
				fields.add(name);
			}
		}
	}

}
