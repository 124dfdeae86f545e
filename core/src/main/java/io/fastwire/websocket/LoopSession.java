/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Headers;
import io.fastwire.http.PathParameters;
import io.fastwire.http.RequestTarget;
import io.fastwire.http.Tunnel;
import io.fastwire.websocket.WebSocketCounters.Count;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/** A session on its event loop. */
final class LoopSession implements WebSocketSession {

	/*
	 * The end. Whoever sends the first close frame waits for the other one, within the
	 * close time; then the server closes TCP (RFC 6455 section 7.1.1), in stages, so that
	 * what it has written can be read. A peer that breaks the protocol is told by a close
	 * frame and not waited for (section 7.1.7). After an abort nothing is sent nor
	 * delivered, and end() waits for the channel, because the application may be within a
	 * call of this. end() comes exactly once, on whichever way.
	 */

	private enum Phase {

		OPEN, CLOSING, ENDED

	}

	private static final Logger LOGGER = System.getLogger(LoopSession.class.getName());

	private final Tunnel tunnel;

	private final Handshake handshake;

	private final WebSocketOptions options;

	private final WebSocketListener listener;

	private final WebSocketLoop loop;

	private final SessionInput input;

	private final SessionOutput output;

	private final SessionTimers timers;

	private Phase phase = Phase.OPEN;

	private final List<Runnable> closeTasks = new ArrayList<>(0);

	private volatile @Nullable Object attachment;

	LoopSession(Tunnel tunnel, Handshake handshake, WebSocketOptions options, WebSocketListener listener) {
		this.tunnel = tunnel;
		this.handshake = handshake;
		this.options = options;
		this.listener = listener;
		this.loop = WebSocketLoop.of(tunnel);
		this.timers = new SessionTimers(this, tunnel, options);
		this.input = new SessionInput(this, tunnel, loop, handshake.deflate());
		this.output = new SessionOutput(this, tunnel, loop,
				new FrameWriter(tunnel, loop, options, handshake.deflate()));
	}

	void start() {
		loop.counters().increment(Count.OPENED);
		loop.sessions().add(this);
		timers.start();
		guarded(() -> listener.onOpen(this));
	}

	private void guarded(Runnable event) {
		try {
			event.run();
		}
		catch (Throwable ex) {
			listenerFailed(ex);
		}
	}

	private void listenerFailed(Throwable cause) {
		LOGGER.log(Level.ERROR, "The listener of \"" + target().path() + "\" failed", cause);
		fail(CloseCode.INTERNAL_ERROR, "", cause);
	}

	// What comes from the tunnel

	SessionTimers timers() {
		return timers;
	}

	void received(ByteBuf in) {
		input.receive(in);
	}

	void inputClosed() {
		input.end();
	}

	void becameWritable() {
		output.becameWritable();
	}

	void disconnected(@Nullable Throwable cause) {
		end(CloseCode.ABNORMAL, "", (cause != null) ? cause : new AbortedException("The connection was closed"));
	}

	// What the input finds

	/** Whether a close frame was sent, so that only the answer to it counts. */
	boolean closing() {
		return phase != Phase.OPEN;
	}

	/** Takes ownership. */
	void messageReceived(MessageKind kind, ByteBuf payload) {
		try {
			listener.onMessage(this, kind, payload);
		}
		catch (Throwable ex) {
			listenerFailed(ex);
		}
		finally {
			payload.release();
		}
	}

	/** The payload is copied before this returns. */
	void pingReceived(byte[] payload, int length) {
		output.pong(payload, length);
		ByteBuf copy = Unpooled.copiedBuffer(payload, 0, length);
		guarded(() -> listener.onPing(this, copy));
	}

	void pongReceived(ByteBuf payload) {
		if (phase == Phase.OPEN) {
			guarded(() -> listener.onPong(this, payload));
		}
	}

	void closeReceived(int code, String reason) {
		if (phase == Phase.OPEN) {
			output.close(code, "");
		}
		end(code, reason, null);
		tunnel.close();
	}

	void violated(Violation violation) {
		LOGGER.log(Level.DEBUG, () -> "Closing session " + id() + ": " + violation.reason());
		fail(violation.code(), violation.reason(), new WebSocketException(violation.code(), violation.reason()));
	}

	/** The peer ends the connection without a close frame. */
	void inputEnded() {
		end(CloseCode.ABNORMAL, "", new AbortedException("The client went away without a close frame"));
		tunnel.close();
	}

	private void fail(int code, String reason, Throwable cause) {
		if (phase == Phase.OPEN) {
			output.close(code, reason);
			end(code, reason, cause);
		}
		else {
			end(CloseCode.ABNORMAL, "", cause);
		}
		tunnel.close();
	}

	/**
	 * Returns a task of the session's own that cuts the session off if it fails: for want
	 * of memory, most likely, and maybe with half a frame written.
	 */
	Runnable contained(Runnable task) {
		return () -> {
			try {
				task.run();
			}
			catch (Throwable ex) {
				LOGGER.log(Level.ERROR, this + " failed and is cut off", ex);
				end(CloseCode.ABNORMAL, "", ex);
				tunnel.abort();
			}
		};
	}

	// What the timers find

	void pingNow() {
		output.automaticPing();
	}

	void idle() {
		cut("Nothing has come from the client in time");
	}

	void closeUnanswered() {
		cut("The client has not answered the close frame in time");
	}

	private void cut(String reason) {
		end(CloseCode.ABNORMAL, "", new AbortedException(reason));
		tunnel.abort();
	}

	// The end

	/** Starts the close handshake, on the loop. */
	void closeNow(int code, String reason) {
		if (phase == Phase.OPEN) {
			output.close(code, reason);
			phase = Phase.CLOSING;
			timers.closing();
			input.resume();
		}
	}

	private void end(int code, String reason, @Nullable Throwable cause) {
		if (phase == Phase.ENDED) {
			return;
		}
		phase = Phase.ENDED;
		input.finish();
		output.end();
		loop.sessions().remove(this);
		loop.counters().closed(code);
		for (Runnable task : closeTasks) {
			runAtEnd(task);
		}
		closeTasks.clear();
		runAtEnd(() -> listener.onClose(this, code, reason, cause));
	}

	private void runAtEnd(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			LOGGER.log(Level.ERROR, "The close callback of \"" + target().path() + "\" failed", ex);
		}
	}

	/** There is room again for what could not be sent. */
	void drained() {
		guarded(() -> listener.onDrain(this));
	}

	// What the application calls

	@Override
	public SendResult send(CharSequence text) {
		return output.send(text);
	}

	@Override
	public SendResult send(byte[] payload) {
		return output.send(payload);
	}

	@Override
	public SendResult send(MessageKind kind, ByteBuf payload) {
		return output.send(kind, payload);
	}

	@Override
	public SendResult send(PreparedMessage message) {
		return output.send(message);
	}

	@Override
	public FragmentedMessage begin(MessageKind kind) {
		return new OutgoingMessage(kind, output);
	}

	@Override
	public SendResult ping(byte[] payload) {
		return control(Frames.PING, payload);
	}

	@Override
	public SendResult pong(byte[] payload) {
		return control(Frames.PONG, payload);
	}

	private SendResult control(int opcode, byte[] payload) {
		if (payload.length > Frames.SHORT) {
			throw new IllegalArgumentException("A ping or pong has up to 125 bytes, but there are " + payload.length);
		}
		return output.send(new Outgoing.Control(opcode, payload.clone()), false);
	}

	@Override
	public void flush() {
		if (inEventLoop()) {
			tunnel.flush();
		}
	}

	@Override
	public void close(int code, String reason) {
		if (!CloseCode.isValid(code)) {
			throw new IllegalArgumentException("A close frame must not have code " + code);
		}
		output.send(new Outgoing.Close(code, reason, this), false);
	}

	@Override
	public void abort() {
		if (!inEventLoop()) {
			tunnel.execute(this::abort);
		}
		else if (phase != Phase.ENDED) {
			phase = Phase.CLOSING;
			output.shut();
			input.finish();
			tunnel.abort();
		}
	}

	@Override
	public boolean open() {
		return output.isOpen();
	}

	@Override
	public long pendingBytes() {
		return output.pendingBytes();
	}

	@Override
	public boolean writable() {
		return output.isOpen() && output.writable();
	}

	@Override
	public void reading(boolean reading) {
		if (!inEventLoop()) {
			tunnel.execute(() -> reading(reading));
		}
		else if (phase != Phase.ENDED) {
			input.reading(reading);
		}
	}

	@Override
	public void onClose(Runnable task) {
		if (!inEventLoop()) {
			tunnel.execute(() -> onClose(task));
		}
		else if (phase == Phase.ENDED) {
			tunnel.execute(() -> runAtEnd(task));
		}
		else {
			closeTasks.add(task);
		}
	}

	@Override
	public EventExecutor eventLoop() {
		return tunnel.eventLoop();
	}

	@Override
	public boolean inEventLoop() {
		return tunnel.inEventLoop();
	}

	@Override
	public void execute(Runnable task) {
		tunnel.execute(() -> guarded(task));
	}

	@Override
	public <T> T loopLocal(Class<T> type, Supplier<? extends T> initial) {
		return tunnel.loopLocal(type, initial);
	}

	@Override
	public ByteBufAllocator allocator() {
		return tunnel.allocator();
	}

	// Facts

	@Override
	public String id() {
		return handshake.id();
	}

	@Override
	public RequestTarget target() {
		return handshake.target();
	}

	@Override
	public Headers headers() {
		return handshake.headers();
	}

	@Override
	public PathParameters pathParameters() {
		return handshake.parameters();
	}

	@Override
	public @Nullable String subProtocol() {
		return handshake.subProtocol();
	}

	@Override
	public boolean compressed() {
		return handshake.deflate() != null;
	}

	@Override
	public boolean secure() {
		return handshake.secure();
	}

	@Override
	public @Nullable InetSocketAddress remoteAddress() {
		return handshake.remoteAddress();
	}

	@Override
	public @Nullable InetSocketAddress localAddress() {
		return handshake.localAddress();
	}

	@Override
	public WebSocketOptions options() {
		return options;
	}

	@Override
	public @Nullable Object attachment() {
		return attachment;
	}

	@Override
	public void attachment(@Nullable Object attachment) {
		this.attachment = attachment;
	}

	@Override
	public String toString() {
		return "WebSocket session " + id();
	}

}
