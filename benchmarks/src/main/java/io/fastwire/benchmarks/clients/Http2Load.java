/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Hello over HTTP/2: a closed loop with a fixed number of streams on each connection. A
 * stream that has ended is followed by the next one at once. Every answer is compared
 * byte by byte.
 */
final class Http2Load {

	private final ClientLoop loop;

	private final Command command;

	private final Histogram latency = Window.histogram();

	private final int patienceSeconds;

	private boolean running;

	private boolean closing;

	private long answered;

	private @Nullable IOException failure;

	/**
	 * Takes {@code port}, {@code pid}, {@code connections}, {@code seconds},
	 * {@code streams} of each connection and {@code tls} (true or false) from the
	 * command.
	 */
	Http2Load(ClientLoop loop, Command command) {
		this(loop, command, ClientLoop.PATIENCE_SECONDS);
	}

	/**
	 * Does the same.
	 * @param patienceSeconds how long to wait for what should come at once
	 */
	Http2Load(ClientLoop loop, Command command, int patienceSeconds) {
		this.loop = loop;
		this.command = command;
		this.patienceSeconds = patienceSeconds;
	}

	/** Runs it and returns what it came to. */
	Command run() throws IOException, InterruptedException, ExecutionException, TimeoutException {
		SslContext tls = Boolean.parseBoolean(command.text("tls")) ? tls() : null;
		List<Http2Client> clients = new ArrayList<>();
		List<Channel> channels = new ArrayList<>();
		try {
			for (int i = 0; i < command.number("connections"); i++) {
				Http2Client client = new Http2Client(this, (tls != null) ? "https" : "http");
				clients.add(client);
				channels.add(loop.connect(command.number("port"), handlers(client, tls)));
			}
			for (Http2Client client : clients) {
				client.checked().get(patienceSeconds, TimeUnit.SECONDS);
			}
			Window window = Window.open(loop.driver(), command);
			loop.call(() -> start(clients));
			loop.loop().schedule(() -> running = false, command.number("seconds"), TimeUnit.SECONDS).get();
			Command outcome = window.close(answered, latency);
			loop.awaitAnswers(patienceSeconds, () -> clients.stream().mapToLong(Http2Client::waiting).sum(),
					() -> failure);
			return outcome;
		}
		finally {
			loop.call(() -> closing = true);
			for (Channel channel : channels) {
				channel.close().sync();
			}
		}
	}

	private boolean start(List<Http2Client> clients) {
		running = true;
		clients.forEach((client) -> client.open(command.number("streams")));
		return true;
	}

	/** Whom the server is was looked at when its answers were. */
	private static SslContext tls() throws IOException {
		return SslContextBuilder.forClient()
			.trustManager(InsecureTrustManagerFactory.INSTANCE)
			.endpointIdentificationAlgorithm(null)
			.applicationProtocolConfig(new ApplicationProtocolConfig(ApplicationProtocolConfig.Protocol.ALPN,
					ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
					ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT, ApplicationProtocolNames.HTTP_2))
			.build();
	}

	private static ChannelHandler[] handlers(Http2Client client, @Nullable SslContext tls) {
		if (tls == null) {
			return new ChannelHandler[] { client };
		}
		return new ChannelHandler[] { tls.newHandler(ByteBufAllocator.DEFAULT), client };
	}

	/**
	 * Called for each answer that is complete and right.
	 * @param sent when its request was, as by {@link System#nanoTime}
	 * @return whether another one is wanted
	 */
	boolean answered(long sent) {
		if (running) {
			answered++;
			latency.recordValue(System.nanoTime() - sent);
		}
		return running;
	}

	/** Called if anything goes wrong. */
	void fail(Throwable cause) {
		if (failure == null && !closing) {
			failure = new IOException(cause);
		}
	}

}
