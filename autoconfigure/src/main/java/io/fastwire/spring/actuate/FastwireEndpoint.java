/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import io.fastwire.cache.ResponseCache;
import io.fastwire.spring.FastwireWebServer;
import io.fastwire.spring.topic.web.TopicConnection;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import io.fastwire.websocket.CloseCode;
import io.fastwire.websocket.WebSocketSession;
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
 * application, which costs a running server nothing, and operations that disconnect a
 * WebSocket session or an event stream and purge the cache. Names of topics and addresses
 * of clients are shown, so whoever exposes it decides who may see those.
 */
@Endpoint(id = "fastwire")
@RegisterReflectionForBinding({ FastwireDescriptor.class, TopicDescriptor.class, SessionDescriptor.class,
		SubscribersDescriptor.class, FastwireEndpoint.PurgeDescriptor.class })
public final class FastwireEndpoint {

	static final Map<String, Function<ServerDescriptor, @Nullable Object>> PARTS = Map.ofEntries(
			part("servers", (server) -> server), part("connections", ServerDescriptor::connections),
			part("requests", ServerDescriptor::requests), part("bytes", ServerDescriptor::bytes),
			part("rejections", ServerDescriptor::rejections), part("tls", ServerDescriptor::tls),
			part("pool", ServerDescriptor::pool), part("headers", ServerDescriptor::headers),
			part("webSocket", ServerDescriptor::webSocket), part("eventLoops", ServerDescriptor::eventLoops),
			part("cache", ServerDescriptor::cache), part("proxyFailures", ServerDescriptor::proxyFailures),
			part("http2", ServerDescriptor::http2), part("accessLog", ServerDescriptor::accessLog));

	private static final String TOPICS = "topics";

	private static final String SESSIONS = "sessions";

	private static final String SUBSCRIBERS = "subscribers";

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
	 * topic, {@code subscribers}, some of all or those of one principal, or of all
	 * servers by their names what a component of {@link ServerDescriptor} tells, or
	 * {@code sessions}, some of their WebSocket sessions.
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
			String topic = rest(path);
			return topic.isEmpty() ? topics() : topic(topic);
		}
		if (part.equals(SUBSCRIBERS) && topics != null) {
			return SubscribersDescriptor.of(topics, (path.length > 1) ? rest(path) : null);
		}
		if (path.length > 1) {
			return null;
		}
		if (part.equals(SESSIONS)) {
			return byServer(SessionDescriptor::mostPending);
		}
		Function<ServerDescriptor, @Nullable Object> of = PARTS.get(part);
		return (of != null) ? byServer((server) -> of.apply(ServerDescriptor.of(server))) : null;
	}

	private static String rest(String... path) {
		return String.join("/", Arrays.asList(path).subList(1, path.length));
	}

	private Object byServer(Function<FastwireWebServer, @Nullable Object> of) {
		Map<String, Object> byServer = new TreeMap<>();
		servers.byName().forEach((name, server) -> {
			Object value = of.apply(server);
			if (value != null) {
				byServer.put(name, value);
			}
		});
		return OperationResponseBody.of(byServer);
	}

	/**
	 * Disconnects a WebSocket session of any server, or a subscriber to topics. A session
	 * is sent close code 1008, and its connection ends when the client has answered or
	 * the time for that is over. An event stream is cut off.
	 * @param part {@code sessions} or {@code subscribers}
	 * @param id the id of the session or subscriber
	 * @return whether there was one
	 */
	@DeleteOperation
	public boolean disconnect(@Selector String part, @Selector String id) {
		return switch (part) {
			case SESSIONS -> disconnectSession(id);
			case SUBSCRIBERS -> topics != null && disconnectSubscriber(topics, id);
			default -> false;
		};
	}

	private static boolean disconnectSubscriber(Topics topics, String id) {
		List<TopicConnection> found = topics.subscribers()
			.filter((subscriber) -> subscriber.id().equals(id))
			.map(TopicSubscriber::sink)
			.filter(TopicConnection.class::isInstance)
			.map(TopicConnection.class::cast)
			.toList();
		found.forEach(TopicConnection::disconnect);
		return !found.isEmpty();
	}

	private boolean disconnectSession(String id) {
		List<WebSocketSession> found = servers.byName()
			.values()
			.stream()
			.flatMap((server) -> server.getStatistics().webSocket().sessions())
			.filter((session) -> session.id().equals(id))
			.toList();
		found.forEach((session) -> session.close(CloseCode.POLICY_VIOLATION, "Disconnected by an operator"));
		return !found.isEmpty();
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

	private static Map.Entry<String, Function<ServerDescriptor, @Nullable Object>> part(String name,
			Function<ServerDescriptor, @Nullable Object> part) {
		return Map.entry(name, part);
	}

}
