/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import io.fastwire.cache.ResponseCache;
import io.fastwire.spring.FastwireWebServer;
import io.fastwire.topic.Topics;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;

/**
 * The actuator endpoint {@code fastwire}: a snapshot of the servers and the topics of an
 * application, which costs a running server nothing, and a way to purge the cache. Names
 * of topics are shown, so whoever exposes it decides who may see those.
 */
@Endpoint(id = "fastwire")
@RegisterReflectionForBinding({ FastwireDescriptor.class, TopicDescriptor.class,
		FastwireEndpoint.PurgeDescriptor.class })
public final class FastwireEndpoint {

	/*
	 * A WebSocket part is one more component of ServerDescriptor and one more entry here.
	 */
	static final Map<String, Function<ServerDescriptor, @Nullable Object>> PARTS = Map.of("servers", (server) -> server,
			"connections", ServerDescriptor::connections, "requests", ServerDescriptor::requests, "bytes",
			ServerDescriptor::bytes, "rejections", ServerDescriptor::rejections, "tls", ServerDescriptor::tls, "pool",
			ServerDescriptor::pool, "headers", ServerDescriptor::headers, "eventLoops", ServerDescriptor::eventLoops,
			"cache", ServerDescriptor::cache);

	private static final String TOPICS = "topics";

	private final RunningServers servers;

	private final @Nullable Topics topics;

	/**
	 * Creates the endpoint.
	 * @param servers what to tell of
	 * @param topics what else, if there is anything
	 */
	public FastwireEndpoint(RunningServers servers, @Nullable Topics topics) {
		this.servers = servers;
		this.topics = topics;
	}

	/**
	 * Returns everything.
	 * @return a snapshot
	 */
	@ReadOperation(producesFrom = FastwireForm.class)
	public FastwireDescriptor all() {
		return new FastwireDescriptor(servers(), topics());
	}

	private Map<String, ServerDescriptor> servers() {
		Map<String, ServerDescriptor> descriptors = new TreeMap<>();
		servers.byName().forEach((name, server) -> descriptors.put(name, ServerDescriptor.of(server)));
		return descriptors;
	}

	private @Nullable TopicsDescriptor topics() {
		return (topics != null) ? TopicsDescriptor.of(topics) : null;
	}

	/**
	 * Returns one part: {@code topics}, {@code topics} and the segments of the name of a
	 * topic, or of all servers by their names what a component of
	 * {@link ServerDescriptor} tells.
	 * @param path its name in the JSON, and perhaps that of a topic
	 * @return a snapshot, {@code null} if there is no such part, and if nobody subscribes
	 * to the topic and nothing is kept of it
	 * @throws InvalidEndpointRequestException if it is no valid name of a topic, a
	 * pattern for example
	 */
	@ReadOperation
	public @Nullable Object part(@Selector(match = Match.ALL_REMAINING) String... path) {
		String part = (path.length > 0) ? path[0] : "";
		if (part.equals(TOPICS)) {
			String topic = String.join("/", Arrays.asList(path).subList(1, path.length));
			return topic.isEmpty() ? topics() : topic(topic);
		}
		Function<ServerDescriptor, @Nullable Object> of = PARTS.get(part);
		if (of == null || path.length > 1) {
			return null;
		}
		Map<String, Object> byServer = new TreeMap<>();
		servers().forEach((name, server) -> {
			Object value = of.apply(server);
			if (value != null) {
				byServer.put(name, value);
			}
		});
		return OperationResponseBody.of(byServer);
	}

	/**
	 * Purges the caches of all servers: one target, all that begin with a prefix, or
	 * everything.
	 * @param part {@code cache}
	 * @param target path and query, or a URI, see {@link ResponseCache#purge(String)}
	 * @param prefix the beginning of either
	 * @return how many responses were removed
	 * @throws InvalidEndpointRequestException if nothing can be deleted there, or both a
	 * target and a prefix are given
	 */
	@DeleteOperation
	public PurgeDescriptor purge(@Selector String part, @Nullable String target, @Nullable String prefix) {
		if (!part.equals("cache") || (target != null && prefix != null)) {
			throw new InvalidEndpointRequestException("Purging takes a target, a prefix or neither", "Not a purge");
		}
		int removed = 0;
		for (FastwireWebServer server : servers.byName().values()) {
			ResponseCache cache = server.getCache();
			if (cache != null) {
				removed += (target != null) ? cache.purge(target)
						: (prefix != null) ? cache.purgePrefix(prefix) : cache.purge();
			}
		}
		return new PurgeDescriptor(removed);
	}

	/**
	 * What a purge has done.
	 *
	 * @param removed how many responses were removed
	 */
	public record PurgeDescriptor(int removed) implements OperationResponseBody {
	}

	private @Nullable TopicDescriptor topic(String name) {
		if (topics == null) {
			return null;
		}
		try {
			TopicDescriptor descriptor = TopicDescriptor.of(topics, name);
			return descriptor.exists() ? descriptor : null;
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidEndpointRequestException("Not a valid topic name: '" + name + "'", "Not a topic", ex);
		}
	}

}
