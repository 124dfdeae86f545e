/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.fastwire.topic.Histories.Draft;
import io.fastwire.topic.TopicCounters.Count;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * All topics of an application: takes messages from any thread and hands them to the
 * subscribers of matching patterns. Thread-safe. <pre>{@code
 * Topics topics = new Topics(TopicOptions.DEFAULTS);
 * TopicSubscriber subscriber = topics.join(sink);
 * subscriber.subscribe("orders/*");
 * topics.publish("orders/42", "shipped");
 * }</pre>
 * <p>
 * <b>Order.</b> Of what one thread publishes, each subscriber receives what is for it in
 * that order, over all topics. Topics with a history go further: all subscribers see
 * their messages in one and the same order. A subscription begins and ends at the moment
 * of the call: what was published before is not received because of it, what was
 * published before its end still is.
 */
public final class Topics implements AutoCloseable {

	private static final DropReason[] REASONS = DropReason.values();

	private final TopicOptions options;

	private final Routes routes;

	private final Histories histories;

	private final TopicEvents events = new TopicEvents();

	private final Map<EventExecutor, TopicLoop> loops = new ConcurrentHashMap<>();

	private final Set<TopicSubscriber> subscribers = ConcurrentHashMap.newKeySet();

	private final LongAdder published = new LongAdder();

	private final TopicCounters ofEndedLoops = new TopicCounters();

	private final DroppingTopics droppingOfEndedLoops = new DroppingTopics();

	private volatile boolean closed;

	/**
	 * Creates topics without subscribers.
	 * @param options bounds and policies
	 */
	public Topics(TopicOptions options) {
		this.options = options;
		this.routes = new Routes(options);
		this.histories = new Histories(options, routes);
	}

	/**
	 * Returns the bounds and policies.
	 * @return as given at the creation
	 */
	public TopicOptions options() {
		return options;
	}

	/**
	 * Makes a sink a subscriber, with no subscriptions yet. Whoever calls this must call
	 * {@link TopicSubscriber#close()} when the connection ends, however it ends.
	 * @param sink where messages go
	 * @return the subscriber; closed already if the topics are
	 */
	public TopicSubscriber join(TopicSink sink) {
		TopicSubscriber subscriber = new TopicSubscriber(this, sink, loop(sink.eventLoop()));
		subscribers.add(subscriber);
		if (closed) {
			subscriber.close();
		}
		return subscriber;
	}

	/**
	 * Publishes text.
	 * @param topic the name
	 * @param text encoded as UTF-8, once
	 * @return what became of it
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public PublishResult publish(String topic, String text) {
		if (!wanted(topic)) {
			return unwanted();
		}
		byte[] payload = text.getBytes(StandardCharsets.UTF_8);
		return publish(topic, PayloadKind.TEXT, Unpooled.wrappedBuffer(payload), PublishOptions.NONE);
	}

	/**
	 * Publishes bytes.
	 * @param topic the name
	 * @param kind what the bytes are
	 * @param payload copied before the call returns
	 * @param options how
	 * @return what became of it
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public PublishResult publish(String topic, PayloadKind kind, byte[] payload, PublishOptions options) {
		if (!wanted(topic)) {
			return unwanted();
		}
		return publish(topic, kind, Unpooled.copiedBuffer(payload), options);
	}

	/**
	 * Publishes the content of a buffer. Never waits for a subscriber: the message is put
	 * into a queue of each event loop that has a matching subscription.
	 * @param topic the name
	 * @param kind what the bytes are; text and JSON must be UTF-8, which is not checked
	 * @param payload ownership passes to the topics, also when this throws; must not be
	 * changed any more
	 * @param options how
	 * @return what became of it
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public PublishResult publish(String topic, PayloadKind kind, ByteBuf payload, PublishOptions options) {
		Route route = route(topic, payload);
		if (closed || (route.leadsNowhere() && !route.hasHistory())) {
			payload.release();
			return unwanted();
		}
		published.increment();
		Draft draft = new Draft(topic, kind, payload, options);
		if (route.hasHistory()) {
			return histories.publish(draft);
		}
		TopicMessage message = draft.toMessage(TopicMessage.NO_SEQUENCE);
		Publication publication = new Publication(message, route);
		boolean room = publication.offerToAll();
		publication.wakeAll();
		message.release();
		return room ? PublishResult.PUBLISHED : PublishResult.OVERLOADED;
	}

	private Route route(String topic, ByteBuf payload) {
		try {
			return routes.route(topic);
		}
		catch (IllegalArgumentException ex) {
			payload.release();
			throw ex;
		}
	}

	private PublishResult unwanted() {
		if (closed) {
			return PublishResult.CLOSED;
		}
		published.increment();
		return PublishResult.NO_SUBSCRIBERS;
	}

	/**
	 * Tells whether publishing to a topic has any effect now, so that a payload need not
	 * be made if it has not.
	 * @param topic the name
	 * @return whether somebody subscribes to it or a history keeps it
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public boolean wanted(String topic) {
		Route route = routes.route(topic);
		return !closed && (!route.leadsNowhere() || route.hasHistory());
	}

	/**
	 * Counts the subscriptions that match a topic. A subscriber with several is counted
	 * several times.
	 * @param topic the name
	 * @return how many there are now
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public int subscriptions(String topic) {
		int total = 0;
		for (Interest interest : routes.route(topic).interests()) {
			total += interest.total();
		}
		return total;
	}

	/**
	 * Returns where the histories are now. Whoever reads this, subscribes, and later
	 * resumes after it without having received anything misses nothing.
	 * @return an id for {@link TopicSubscriber#subscribe(String, String)}, or
	 * {@code null} if no topic has a history
	 */
	public @Nullable String position() {
		return options.keepsHistory() ? Long.toString(histories.lastSequence()) : null;
	}

	/** The id that stands for a sequence, {@code null} if no topic has a history. */
	@Nullable String positionAt(long sequence) {
		return options.keepsHistory() ? Long.toString(sequence) : null;
	}

	/**
	 * Lists what a topic's messages reach subscribers by: its own name and the patterns
	 * that match it.
	 * @param topic the name
	 * @return only what is subscribed to now, most subscriptions first
	 * @throws IllegalArgumentException if the name is not valid
	 */
	public List<PatternStatistics> subscribedPatterns(String topic) {
		return Arrays.stream(routes.route(topic).interests())
			.map(Interest::statistics)
			.filter((pattern) -> pattern.subscriptions() > 0)
			.sorted(PatternStatistics.MOST_FIRST)
			.toList();
	}

	/**
	 * Lists the names and patterns with the most subscriptions. Looks at each that is
	 * subscribed to, so it is for people and not for hot paths.
	 * @param limit how many at most
	 * @return most subscriptions first
	 */
	public List<PatternStatistics> mostSubscribed(int limit) {
		return routes.mostSubscribed(limit);
	}

	/**
	 * Goes over the subscribers that are open. For people and not for hot paths.
	 * @return in no order; some that come or go meanwhile may be left out
	 */
	public Stream<TopicSubscriber> subscribers() {
		return subscribers.stream();
	}

	/**
	 * Lists the topics of which the most messages were dropped. Counts of a topic are
	 * exact until messages of some hundred topics are dropped, and may be too low from
	 * then on. For people and not for hot paths.
	 * @param limit how many at most
	 * @return most messages first
	 */
	public List<DropStatistics> mostDropped(int limit) {
		Map<String, DropStatistics> dropped = new HashMap<>();
		Consumer<DropStatistics> add = (statistics) -> dropped.merge(statistics.topic(), statistics,
				DropStatistics::plus);
		synchronized (ofEndedLoops) {
			droppingOfEndedLoops.forEach(add);
		}
		for (TopicLoop loop : loops.values()) {
			loop.dropping().forEach(add);
		}
		return dropped.values().stream().sorted(DropStatistics.MOST_FIRST).limit(limit).toList();
	}

	/**
	 * Returns how much is kept of a topic.
	 * @param topic the name
	 * @return zeros if nothing is
	 */
	public HistoryStatistics history(String topic) {
		return histories.sizes(topic);
	}

	/**
	 * Adds a listener.
	 * @param listener called from now on
	 */
	public void addListener(TopicListener listener) {
		events.add(listener);
	}

	/**
	 * Returns what was counted.
	 * @return recent values
	 */
	public TopicStatistics statistics() {
		TopicCounters total = new TopicCounters();
		synchronized (ofEndedLoops) {
			total.add(ofEndedLoops);
		}
		long queuedBytes = 0;
		for (TopicLoop loop : loops.values()) {
			total.add(loop.counters());
			queuedBytes += loop.queuedBytes();
		}
		Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
		for (DropReason reason : REASONS) {
			dropped.put(reason, total.read(Count.dropped(reason)));
		}
		long[] kept = histories.sizes();
		return new TopicStatistics(routes.names(), routes.patterns(), subscribers.size(), routes.subscriptions(),
				published.sum(), total.read(Count.OFFERED), total.read(Count.DELIVERED), Map.copyOf(dropped),
				total.read(Count.WAITING_MESSAGES), total.read(Count.WAITING_BYTES), queuedBytes,
				total.read(Count.SLOW_CONSUMERS_CLOSED), total.read(Count.FAILURES), kept[0], kept[1], kept[2]);
	}

	/**
	 * Closes all subscribers ({@link TopicSink.CloseReason#GOING_AWAY}) and forgets all
	 * histories. Publishing has no effect afterwards.
	 */
	@Override
	public void close() {
		closed = true;
		histories.close();
		for (TopicSubscriber subscriber : subscribers) {
			subscriber.expel(TopicSink.CloseReason.GOING_AWAY);
		}
	}

	Routes routes() {
		return routes;
	}

	Histories histories() {
		return histories;
	}

	/** A subscriber was closed. */
	void left(TopicSubscriber subscriber) {
		subscribers.remove(subscriber);
	}

	private TopicLoop loop(EventExecutor executor) {
		TopicLoop known = loops.get(executor);
		if (known != null) {
			return known;
		}
		TopicLoop created = new TopicLoop(executor, options.maxQueuedBytes(), events);
		known = loops.putIfAbsent(executor, created);
		if (known != null) {
			return known;
		}
		try {
			executor.terminationFuture().addListener((future) -> ended(created));
		}
		catch (UnsupportedOperationException ex) {
			// an executor for tests, which has no end
		}
		return created;
	}

	private void ended(TopicLoop loop) {
		if (!loop.executor().isTerminated()) {
			return;
		}
		loop.end();
		for (TopicSubscriber subscriber : subscribers) {
			if (subscriber.loop() == loop) {
				subscriber.close();
			}
		}
		if (loops.remove(loop.executor(), loop)) {
			synchronized (ofEndedLoops) {
				ofEndedLoops.add(loop.counters());
				droppingOfEndedLoops.add(loop.dropping());
			}
		}
	}

}
