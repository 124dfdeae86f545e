/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.proxy;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Function;

import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.Endpoints;
import io.fastwire.internal.io.LoopConnection;
import io.fastwire.internal.io.LoopResources;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose header of the PROXY protocol is awaited. When that has come, or it
 * is clear that there is none, the connection of the protocol behind takes its place.
 */
public final class ProxyHandshake extends LoopConnection {

	private static final Logger LOGGER = System.getLogger(ProxyHandshake.class.getName());

	/**
	 * What all connections of a server share.
	 *
	 * @param mode not {@link ProxyProtocol#OFF}
	 * @param trusted whose headers are believed
	 * @param firstTicks how many sweeps may pass before the first byte
	 * @param headerTicks how many sweeps the header may take from then on
	 */
	public record Settings(ProxyProtocol mode, AddressRanges trusted, int firstTicks, int headerTicks) {
	}

	private final Settings settings;

	private final Function<@Nullable InetAddress, @Nullable LoopConnection> next;

	/** What has come so far and is not a whole header. */
	private @Nullable ByteBuf held;

	/** Handed over, or failed and counted. */
	private boolean decided;

	/**
	 * Creates a connection.
	 * @param resources of the channel's loop
	 * @param channel to which this is added as the only handler
	 * @param settings what is expected
	 * @param next makes the connection to go on with, given the address of the client, or
	 * refuses by {@code null}
	 */
	public ProxyHandshake(LoopResources resources, Channel channel, Settings settings,
			Function<@Nullable InetAddress, @Nullable LoopConnection> next) {
		super(resources, channel, settings.firstTicks(), settings.headerTicks());
		this.settings = settings;
		this.next = next;
	}

	/**
	 * Returns what counts a failure.
	 * @param reason why it failed
	 * @return the counter
	 */
	public static Counter counter(ProxyFailure reason) {
		return switch (reason) {
			case MISSING -> Counter.PROXY_MISSING;
			case MALFORMED -> Counter.PROXY_MALFORMED;
			case UNTRUSTED -> Counter.PROXY_UNTRUSTED;
			case TIMED_OUT -> Counter.PROXY_TIMED_OUT;
			case ABANDONED -> Counter.PROXY_ABANDONED;
		};
	}

	private boolean required() {
		return settings.mode() == ProxyProtocol.REQUIRED;
	}

	@Override
	protected void opened() {
		setDeadline(settings.firstTicks());
		super.opened();
		InetSocketAddress peer = Endpoints.remote(channel());
		if (settings.trusted().contains((peer != null) ? peer.getAddress() : null)) {
			return;
		}
		if (required()) {
			giveUp(ProxyFailure.UNTRUSTED);
		}
		else {
			goOn();
		}
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		ByteBuf in = (ByteBuf) message;
		if (decided) {
			in.release();
			return;
		}
		if (held == null) {
			setDeadline(settings.headerTicks());
		}
		held = (held == null) ? in : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(channel().alloc(), held, in);
		read(held);
	}

	private void read(ByteBuf in) {
		ProxyHeaderParser parser = new ProxyHeaderParser();
		int length = parser.parse(in);
		switch (length) {
			case ProxyHeaderParser.MORE -> {
				// the deadline is set
			}
			case ProxyHeaderParser.MALFORMED -> giveUp(ProxyFailure.MALFORMED);
			case ProxyHeaderParser.NONE -> {
				if (required()) {
					giveUp(ProxyFailure.MISSING);
				}
				else {
					goOn();
				}
			}
			default -> {
				in.skipBytes(length);
				InetSocketAddress source = parser.source();
				InetSocketAddress destination = parser.destination();
				if (source != null && destination != null) {
					Endpoints.set(channel(), source, destination, parser.secure());
				}
				goOn();
			}
		}
	}

	/** Lets the next connection take what is left. */
	private void goOn() {
		decided = true;
		InetSocketAddress client = Endpoints.remote(channel());
		LoopConnection successor = next.apply((client != null) ? client.getAddress() : null);
		if (successor == null) {
			abort(new IOException("the client has too many connections"));
			return;
		}
		handOver(successor);
		ByteBuf rest = held;
		held = null;
		if (rest != null && rest.isReadable()) {
			channel().pipeline().fireChannelRead(rest);
		}
		else if (rest != null) {
			rest.release();
		}
	}

	private void giveUp(ProxyFailure reason) {
		if (!decided) {
			decided = true;
			resources().counters().increment(counter(reason));
			LOGGER.log(Level.DEBUG, () -> "No PROXY header from " + channel().remoteAddress() + ": " + reason.reason());
			abort(new IOException("no PROXY header: " + reason.reason()));
		}
	}

	/** Whether a header is missing, and not just a connection unused. */
	private boolean expected() {
		return required() || held != null;
	}

	@Override
	protected void inputEnded() {
		if (expected()) {
			giveUp(ProxyFailure.ABANDONED);
		}
		else {
			cut();
		}
	}

	@Override
	protected void deadlineExpired() {
		if (expected()) {
			giveUp(ProxyFailure.TIMED_OUT);
		}
		else {
			cut();
		}
	}

	/** Like a connection without a request, which it is. */
	@Override
	protected void drainBegun() {
		decided = true;
		abort(new IOException("the server shuts down"));
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		if (expected()) {
			giveUp(ProxyFailure.ABANDONED);
		}
		super.channelInactive(context);
		if (held != null) {
			held.release();
			held = null;
		}
	}

}
