/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongPredicate;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Many subscribers and one publisher, who posts a message at a fixed rate, or as soon as
 * everybody has received the one before. Every message must reach every subscriber, in
 * order and byte by byte; what is counted are deliveries.
 */
final class FanOutLoad {

	private static final int POLL_MILLIS = 20;

	private final ClientLoop loop;

	private final Command command;

	private final FeedMessages messages = new FeedMessages();

	private final List<FeedSubscriber> subscribers = new ArrayList<>();

	private final Histogram latency = Window.histogram();

	private final int patienceSeconds;

	private volatile @Nullable Throwable failure;

	private volatile boolean closing;

	private boolean counting;

	/** Messages before counting began. */
	private long before;

	private long delivered;

	/** Messages whose post has been answered. */
	private long answered;

	/** Posts the next message when everybody has the last one, if there is no rate. */
	private @Nullable Channel follower;

	/**
	 * Takes {@code port}, {@code pid}, {@code connections}, {@code seconds}, {@code rate}
	 * in messages a second or 0 for as many as the server holds, {@code path} of the
	 * subscription, {@code publish} for the path to post to, and {@code protocol} from
	 * the command.
	 * @param patienceSeconds how long to wait for what should come at once
	 */
	FanOutLoad(ClientLoop loop, Command command, int patienceSeconds) {
		this.loop = loop;
		this.command = command;
		this.patienceSeconds = patienceSeconds;
	}

	/** Runs it and returns what it came to. */
	Command run() throws IOException, InterruptedException, ExecutionException, TimeoutException {
		FeedProtocol protocol = FeedProtocol.of(command);
		ByteBuf request = protocol.request(command.text("path"));
		List<Channel> channels = new ArrayList<>();
		try {
			Channel publisher = loop.connect(command.number("port"), new HttpClientCodec(),
					new HttpObjectAggregator(65536), new Answer());
			channels.add(publisher);
			for (int i = 0; i < command.number("connections"); i++) {
				FeedSubscriber subscriber = new FeedSubscriber(this, protocol);
				subscribers.add(subscriber);
				Channel channel = loop.connect(command.number("port"), subscriber);
				channels.add(channel);
				channel.writeAndFlush(request.duplicate());
			}
			subscribe(publisher);
			return measure(publisher);
		}
		finally {
			closing = true;
			for (Channel channel : channels) {
				channel.close().sync();
			}
		}
	}

	/** Publishes until everybody has received something. */
	private void subscribe(Channel publisher)
			throws IOException, InterruptedException, ExecutionException, TimeoutException {
		ScheduledFuture<?> probes = loop.loop()
			.scheduleAtFixedRate(() -> publish(publisher), 0, 200, TimeUnit.MILLISECONDS);
		try {
			await("subscribed", (next) -> next > 0);
		}
		finally {
			probes.cancel(false);
		}
		awaitAll();
	}

	private Command measure(Channel publisher)
			throws IOException, InterruptedException, ExecutionException, TimeoutException {
		Window window = Window.open(loop.driver(), command);
		Runnable end = loop.call(() -> start(publisher, command.number("rate")));
		TimeUnit.SECONDS.sleep(command.number("seconds"));
		loop.loop().submit(end).get();
		awaitAll();
		Command outcome = window.close(delivered, latency);
		long published = messages.last() - before;
		if (delivered != published * subscribers.size()) {
			throw new IOException(delivered + " deliveries of " + published + " messages");
		}
		return outcome.with("published", published);
	}

	/** Begins to count and to publish, and returns what ends the publishing. */
	private Runnable start(Channel publisher, int rate) {
		before = messages.last();
		counting = true;
		if (rate == 0) {
			follower = publisher;
			follow();
			return () -> follower = null;
		}
		long interval = TimeUnit.SECONDS.toNanos(1) / rate;
		ScheduledFuture<?> feed = loop.loop()
			.scheduleAtFixedRate(() -> publish(publisher), 0, interval, TimeUnit.NANOSECONDS);
		return () -> feed.cancel(false);
	}

	private void follow() {
		if (follower != null && answered == messages.last()
				&& delivered == (messages.last() - before) * subscribers.size()) {
			publish(follower);
		}
	}

	private void awaitAll() throws IOException, InterruptedException, ExecutionException, TimeoutException {
		await("received all", (next) -> next == messages.last() + 1);
	}

	private void await(String what, LongPredicate next)
			throws IOException, InterruptedException, ExecutionException, TimeoutException {
		long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(patienceSeconds);
		long missing = 1;
		while (missing > 0) {
			missing = loop.call(() -> subscribers.stream().filter((one) -> !next.test(one.next())).count());
			Throwable cause = failure;
			if (cause != null) {
				throw new IOException(cause);
			}
			if (System.nanoTime() > limit) {
				throw new TimeoutException(missing + " subscribers have not " + what);
			}
			Thread.sleep(POLL_MILLIS);
		}
	}

	private void publish(Channel publisher) {
		ByteBuf message = messages.next();
		DefaultFullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST,
				command.text("publish"), message);
		request.headers()
			.set(HttpHeaderNames.HOST, "localhost")
			.set(HttpHeaderNames.CONTENT_TYPE, "text/plain")
			.setInt(HttpHeaderNames.CONTENT_LENGTH, message.readableBytes());
		publisher.writeAndFlush(request);
	}

	/** Called for each message that reaches a subscriber. */
	void delivered(long number, ByteBuf in, int index) throws IOException {
		if (!messages.matches(number, in, index)) {
			throw new IOException("Instead of message %d came %s".formatted(number,
					in.toString(index, FeedMessages.LENGTH, StandardCharsets.UTF_8)));
		}
		if (counting) {
			delivered++;
			latency.recordValue(messages.age(number));
			follow();
		}
	}

	/** Called if anything goes wrong. */
	void fail(Throwable cause) {
		if (failure == null && !closing) {
			failure = cause;
		}
	}

	/** What comes back to the publisher. */
	private final class Answer extends SimpleChannelInboundHandler<FullHttpResponse> {

		@Override
		protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
			if (response.status().code() / 100 != 2) {
				fail(new IOException("The publisher is answered " + response.status()));
			}
			answered++;
			follow();
		}

	}

}
