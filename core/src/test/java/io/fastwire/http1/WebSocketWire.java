/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.PathParameters;
import io.fastwire.http.RouteHandler;
import io.fastwire.internal.io.LoopResources;
import io.fastwire.testsupport.WireFrame;
import io.fastwire.testsupport.WireResponse;
import io.fastwire.testsupport.WireSocket;
import io.netty.buffer.ByteBufAllocator;

/**
 * A WebSocket client of a real connection on a socket in memory whose clock stands still:
 * a test decides how bytes arrive, how many leave and how much time passes.
 */
public final class WebSocketWire implements AutoCloseable {

	private final EmbeddedWire wire;

	/**
	 * Connects, and sends nothing.
	 * @param route answers all requests
	 */
	public WebSocketWire(RouteHandler route) {
		this.wire = new EmbeddedWire((exchange) -> route.handle(exchange, PathParameters.NONE));
	}

	/**
	 * Connects and sends a handshake.
	 * @param route answers all requests
	 * @param fields further lines of the handshake, each with its CRLF
	 * @return the client
	 */
	public static WebSocketWire open(RouteHandler route, String fields) {
		WebSocketWire opened = new WebSocketWire(route);
		opened.wire.send(WireSocket.handshake("/ws", fields));
		return opened;
	}

	/**
	 * Connects and sends a handshake.
	 * @param route answers all requests
	 * @return the client
	 */
	public static WebSocketWire open(RouteHandler route) {
		return open(route, "");
	}

	/**
	 * Sets where the memory for what arrives comes from.
	 * @param allocator in place of Netty's own
	 * @return this
	 */
	public WebSocketWire allocator(ByteBufAllocator allocator) {
		wire.channel().config().setAllocator(allocator);
		return this;
	}

	/**
	 * Lets text arrive, as Latin-1.
	 * @param text of a request
	 * @return this
	 */
	public WebSocketWire send(String text) {
		wire.send(text);
		return this;
	}

	/**
	 * Lets frames arrive as one read.
	 * @param frames in order
	 * @return this
	 */
	public WebSocketWire send(WireFrame... frames) {
		wire.send(WireFrame.masked(frames));
		return this;
	}

	/**
	 * Lets bytes arrive.
	 * @param pieces each as one read
	 * @return this
	 */
	public WebSocketWire send(List<byte[]> pieces) {
		wire.send(pieces);
		return this;
	}

	/**
	 * Lets bytes arrive as one read.
	 * @param bytes of frames
	 * @return this
	 */
	public WebSocketWire send(byte[] bytes) {
		wire.send(bytes);
		return this;
	}

	/**
	 * Lets FIN arrive.
	 * @return this
	 */
	public WebSocketWire fin() {
		wire.fin();
		return this;
	}

	/**
	 * Lets RST arrive.
	 * @return this
	 */
	public WebSocketWire reset() {
		wire.reset();
		return this;
	}

	/**
	 * Makes the client read no more than so much.
	 * @param bytes from now on
	 * @return this
	 */
	public WebSocketWire room(long bytes) {
		wire.room(bytes);
		return this;
	}

	/**
	 * Runs what the loop has to do.
	 * @return this
	 */
	public WebSocketWire run() {
		wire.run();
		return this;
	}

	/**
	 * Lets time pass.
	 * @param time how much
	 * @return this
	 */
	public WebSocketWire pass(Duration time) {
		wire.pass(time);
		return this;
	}

	/**
	 * Lets the server begin to shut down.
	 * @return this
	 */
	public WebSocketWire drain() {
		resources().sweeper().drain();
		return run();
	}

	/**
	 * Lets the server stop.
	 * @return this
	 */
	public WebSocketWire stop() {
		resources().sweeper().abort();
		return run();
	}

	/**
	 * Returns what the event loop owns.
	 * @return the resources
	 */
	public LoopResources resources() {
		return wire.resources();
	}

	/**
	 * Returns the frames that have come so far.
	 * @return those behind the 101, which must be whole
	 */
	public List<WireFrame> frames() {
		ByteArrayInputStream in = new ByteArrayInputStream(wire.channel().output());
		List<WireFrame> frames = new ArrayList<>();
		try {
			WireResponse response = WireResponse.read(in, "GET");
			if (response.status() != 101) {
				throw new IllegalStateException("Not a 101: " + response);
			}
			for (WireFrame frame = WireFrame.read(in); frame != null; frame = WireFrame.read(in)) {
				frames.add(frame);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return frames;
	}

	/**
	 * Returns the last frame that has come.
	 * @return the frame
	 */
	public WireFrame lastFrame() {
		List<WireFrame> frames = frames();
		return frames.get(frames.size() - 1);
	}

	/**
	 * Returns all responses.
	 * @return in order, the 101 among them only if no frame came
	 */
	public List<WireResponse> responses() {
		return wire.responses();
	}

	/**
	 * Tells whether the server reads.
	 * @return whether more may arrive
	 */
	public boolean reads() {
		return wire.channel().config().isAutoRead();
	}

	/**
	 * Tells whether the connection is open.
	 * @return whether it is
	 */
	public boolean open() {
		return wire.open();
	}

	/**
	 * Tells whether the client sees the end of the connection.
	 * @return whether it does
	 */
	public boolean outputEnded() {
		return wire.outputEnded();
	}

	@Override
	public void close() {
		wire.close();
	}

}
