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

/**
 * A closed loop with one outstanding operation on each connection. All are opened, and
 * their first answers compared, before the time that counts.
 */
final class ClosedLoad {

	private final ClientLoop loop;

	private final Command command;

	private final Function<ClosedLoad, ClosedClient> factory;

	private final Histogram latency = Window.histogram();

	private boolean running;

	private long answered;

	private int lost;

	/**
	 * Takes {@code port}, {@code pid}, {@code connections} and {@code seconds} from the
	 * command.
	 * @param factory makes the client of each connection
	 */
	ClosedLoad(ClientLoop loop, Command command, Function<ClosedLoad, ClosedClient> factory) {
		this.loop = loop;
		this.command = command;
		this.factory = factory;
	}

	/** Runs it and returns what it came to. */
	Command run() throws IOException, InterruptedException, ExecutionException, TimeoutException {
		List<ClosedClient> clients = new ArrayList<>();
		List<Channel> channels = new ArrayList<>();
		try {
			for (int i = 0; i < command.number("connections"); i++) {
				ClosedClient client = factory.apply(this);
				clients.add(client);
				channels.add(loop.connect(command.number("port"), client));
			}
			for (ClosedClient client : clients) {
				client.checked().get(ClientLoop.PATIENCE_SECONDS, TimeUnit.SECONDS);
			}
			Window window = Window.open(loop.driver(), command);
			loop.call(() -> start(clients));
			loop.loop().schedule(() -> running = false, command.number("seconds"), TimeUnit.SECONDS).get();
			return finish(window);
		}
		finally {
			List<ChannelFuture> closing = channels.stream().map(Channel::close).toList();
			for (ChannelFuture closed : closing) {
				closed.sync();
			}
		}
	}

	private boolean start(List<ClosedClient> clients) {
		running = true;
		clients.forEach(ClosedClient::send);
		return true;
	}

	private Command finish(Window window) throws IOException {
		if (lost > 0) {
			throw new IOException("The server has closed " + lost + " connections");
		}
		return window.close(answered, latency);
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

	/** Called when a connection is closed. */
	void closed() {
		if (running) {
			lost++;
		}
	}

}
