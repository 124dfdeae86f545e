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
import java.util.function.Function;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A closed loop: a fixed number of operations is outstanding, and each that ends is
 * followed by the next at once. All connections are opened, and their first answers
 * compared, before the time that counts.
 */
final class ClosedLoad {

	private final ClientLoop loop;

	private final Command command;

	private final Function<ClosedLoad, LoadConnection> factory;

	private final Histogram latency = Window.histogram();

	private final int patienceSeconds;

	private boolean running;

	private boolean closing;

	private long answered;

	private @Nullable IOException failure;

	/**
	 * Takes {@code port}, {@code pid}, {@code connections} and {@code seconds} from the
	 * command.
	 * @param factory makes the client of each connection
	 */
	ClosedLoad(ClientLoop loop, Command command, Function<ClosedLoad, LoadConnection> factory) {
		this(loop, command, factory, ClientLoop.PATIENCE_SECONDS);
	}

	/**
	 * Does the same.
	 * @param patienceSeconds how long to wait for what should come at once
	 */
	ClosedLoad(ClientLoop loop, Command command, Function<ClosedLoad, LoadConnection> factory, int patienceSeconds) {
		this.loop = loop;
		this.command = command;
		this.factory = factory;
		this.patienceSeconds = patienceSeconds;
	}

	/** Runs it and returns what it came to. */
	Command run() throws IOException, InterruptedException, ExecutionException, TimeoutException {
		List<LoadConnection> clients = new ArrayList<>();
		List<Channel> channels = new ArrayList<>();
		try {
			for (int i = 0; i < command.number("connections"); i++) {
				LoadConnection client = factory.apply(this);
				clients.add(client);
				channels.add(loop.connect(command.number("port"), client.handlers()));
			}
			for (LoadConnection client : clients) {
				client.checked().get(patienceSeconds, TimeUnit.SECONDS);
			}
			Window window = Window.open(loop.driver(), command);
			loop.call(() -> start(clients));
			loop.loop().schedule(() -> running = false, command.number("seconds"), TimeUnit.SECONDS).get();
			Command outcome = window.close(answered, latency);
			loop.awaitAnswers(patienceSeconds, () -> clients.stream().mapToLong(LoadConnection::waiting).sum(),
					() -> failure);
			return outcome;
		}
		finally {
			loop.call(() -> closing = true);
			List<ChannelFuture> closing = channels.stream().map(Channel::close).toList();
			for (ChannelFuture closed : closing) {
				closed.sync();
			}
		}
	}

	private boolean start(List<LoadConnection> clients) {
		running = true;
		clients.forEach(LoadConnection::start);
		return true;
	}

	/**
	 * Called for each answer.
	 * @param nanos how long it took
	 * @return whether another one is wanted
	 */
	boolean answered(long nanos) {
		if (running) {
			answered++;
			latency.recordValue(nanos);
		}
		return running;
	}

	/** Called if anything goes wrong. */
	void fail(Throwable cause) {
		if (failure == null && !closing) {
			failure = new IOException(cause.getMessage(), cause);
		}
	}

}
