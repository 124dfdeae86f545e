/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.net.InetSocketAddress;
import java.util.function.Supplier;

import io.fastwire.http.Headers;
import io.fastwire.http.PathParameters;
import io.fastwire.http.RequestTarget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * One WebSocket connection, from the handshake to the close.
 * <p>
 * <b>Threads.</b> All methods may be called from any thread unless they say otherwise,
 * and none blocks. What one thread sends arrives in that order; more generally, a send
 * that happens before another one arrives before it. On the event loop of the session a
 * send is encoded at once; from elsewhere it is queued, and a burst wakes the loop up
 * once. What is sent during one turn of the loop leaves together when the turn ends, or
 * by {@link #flush()}.
 * <p>
 * <b>Life.</b> A session that has been closed refuses what is sent, releases what it is
 * given, and does nothing else.
 */
public interface WebSocketSession {

	/**
	 * Sends a text message.
	 * @param text any text; a surrogate without its other half becomes {@code ?}. Read
	 * before the call returns unless it is a String.
	 * @return what became of it
	 */
	SendResult send(CharSequence text);

	/**
	 * Sends a binary message.
	 * @param payload copied before the call returns
	 * @return what became of it
	 */
	SendResult send(byte[] payload);

	/**
	 * Sends a message.
	 * @param kind what the bytes mean; those of a text must be UTF-8, which is not
	 * checked
	 * @param payload ownership passes to the session
	 * @return what became of it
	 */
	SendResult send(MessageKind kind, ByteBuf payload);

	/**
	 * Sends a message that many sessions share.
	 * @param message retained as long as needed; ownership stays with the caller
	 * @return what became of it
	 */
	SendResult send(PreparedMessage message);

	/**
	 * Begins a message of several frames.
	 * @param kind what its bytes mean
	 * @return where to write the pieces
	 */
	FragmentedMessage begin(MessageKind kind);

	/**
	 * Sends a ping, also while a message of several frames is being sent.
	 * @param payload up to 125 bytes, copied before the call returns
	 * @return what became of it
	 * @throws IllegalArgumentException if the payload is too long
	 */
	SendResult ping(byte[] payload);

	/**
	 * Sends a pong that nobody has asked for (RFC 6455 section 5.5.3), also while a
	 * message of several frames is being sent. Pings are answered without it.
	 * @param payload up to 125 bytes, copied before the call returns
	 * @return what became of it
	 * @throws IllegalArgumentException if the payload is too long
	 */
	SendResult pong(byte[] payload);

	/**
	 * Lets what was sent leave now rather than when the turn of the loop ends. For
	 * whoever sends to many sessions in one turn: each of them holds a buffer until then.
	 * Has an effect on the event loop only; what other threads send leaves as soon as it
	 * can.
	 */
	void flush();

	/**
	 * Starts the close handshake (RFC 6455 section 7.1.2), behind what was sent before.
	 * The listener is told when the peer has answered, or the
	 * {@linkplain WebSocketOptions#closeTimeout() time for that} is over. Does nothing if
	 * the session is closing.
	 * @param code a {@linkplain CloseCode#isValid valid} code
	 * @param reason cut at the last whole character within 123 bytes of UTF-8
	 * @throws IllegalArgumentException if the code may not be sent
	 */
	void close(int code, String reason);

	/**
	 * Ends the connection at once, without a close handshake. The listener is told soon.
	 */
	void abort();

	/**
	 * Tells whether messages are accepted.
	 * @return {@code false} from the moment at which either side has begun to close
	 */
	boolean open();

	/**
	 * Returns how many bytes were accepted but have not left for the socket, in all
	 * layers down to it. On the event loop the figure is exact, up to the transport's own
	 * accounting of some hundred bytes for each buffer; elsewhere it may leave out what
	 * the current turn of the loop has gathered.
	 * @return a number of bytes
	 */
	long pendingBytes();

	/**
	 * Tells whether the peer keeps up: as long as it does, no message is dropped. If not,
	 * {@link WebSocketListener#onDrain} tells when it has caught up.
	 * @return {@code false} if it is better to wait
	 */
	boolean writable();

	/**
	 * Stops to deliver messages, or starts again. While stopped, nothing is read: TCP
	 * slows the peer down, its pings are not answered, and the idle time does not count.
	 * The message being delivered is the last one when this is called on the event loop;
	 * from elsewhere it takes effect soon.
	 * @param reading whether to deliver
	 */
	void reading(boolean reading);

	/**
	 * Returns an identifier, for logs.
	 * @return eight hexadecimal digits; two sessions hardly ever share them
	 */
	String id();

	/**
	 * Returns the target of the handshake.
	 * @return the target, split
	 */
	RequestTarget target();

	/**
	 * Returns the request fields of the handshake.
	 * @return immutable fields
	 */
	Headers headers();

	/**
	 * Returns what the variables of the route's pattern matched.
	 * @return empty without a route
	 */
	PathParameters pathParameters();

	/**
	 * Returns the sub-protocol that was agreed on.
	 * @return {@code null} if there is none
	 */
	@Nullable String subProtocol();

	/**
	 * Tells whether permessage-deflate was agreed on.
	 * @return whether messages may be compressed
	 */
	boolean compressed();

	/**
	 * Tells whether the connection is encrypted.
	 * @return whether the handshake came by {@code https}
	 */
	boolean secure();

	/**
	 * Returns the address of the peer.
	 * @return {@code null} if the transport has none
	 */
	@Nullable InetSocketAddress remoteAddress();

	/**
	 * Returns the address at which the handshake came in.
	 * @return {@code null} if the transport has none
	 */
	@Nullable InetSocketAddress localAddress();

	/**
	 * Returns the options of the session.
	 * @return what was given at the handshake
	 */
	WebSocketOptions options();

	/**
	 * Returns what {@link #attachment(Object)} has set.
	 * @return {@code null} if nothing was
	 */
	@Nullable Object attachment();

	/**
	 * Keeps something for the application.
	 * @param attachment anything
	 */
	void attachment(@Nullable Object attachment);

	/**
	 * Adds what to do when the session ends, just before
	 * {@link WebSocketListener#onClose}.
	 * @param task runs on the event loop, soon if the session has ended already
	 */
	void onClose(Runnable task);

	/**
	 * Returns the allocator to take buffers from.
	 * @return the allocator of the connection
	 */
	ByteBufAllocator allocator();

	/**
	 * Returns the event loop of this session.
	 * @return a single-threaded executor
	 */
	EventExecutor eventLoop();

	/**
	 * Tells whether the caller runs on the event loop of this session.
	 * @return whether a send is encoded at once
	 */
	boolean inEventLoop();

	/**
	 * Runs a task on the event loop of this session. If it throws, the session fails as
	 * if its listener had thrown.
	 * @param task what to run; dropped if the loop has ended
	 */
	void execute(Runnable task);

	/**
	 * Returns an object that the sessions of one event loop share. Event loop only.
	 * @param <T> the type
	 * @param type under which it is kept
	 * @param initial makes it when it is first asked for; if it is {@link AutoCloseable},
	 * it is closed when the loop ends
	 * @return the object of this loop
	 */
	<T> T loopLocal(Class<T> type, Supplier<? extends T> initial);

}
