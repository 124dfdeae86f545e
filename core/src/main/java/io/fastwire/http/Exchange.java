/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.util.function.Consumer;

import javax.net.ssl.SSLSession;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response.
 * <p>
 * <b>Threads.</b> An exchange belongs to the event loop of its connection. What describes
 * the request may be read from any thread, as may {@link #allocator()},
 * {@link #inEventLoop()} and {@link #eventLoop()}, and {@link #execute(Runnable)} and
 * {@link #remoteUser(String)} called; everything else must be called on the loop.
 * Callbacks come on the loop.
 * <p>
 * <b>Life.</b> It starts when the request head is complete and ends when the response is
 * complete or the exchange is aborted, whichever comes first. After that, writes release
 * what they are given and do nothing else.
 * <p>
 * <b>Commit.</b> Status and fields can be changed until the first of {@code end},
 * {@link #write}, {@link #flushHead}, {@link #sendFile} and {@link #upgrade}.
 * <p>
 * <b>Framing.</b> The server frames the response (RFC 9112 section 6): with a
 * Content-Length if the application set one or the whole body is known, else chunked, or
 * until close for HTTP/1.0. A body is dropped where none is allowed (HEAD, 204, 205,
 * 304). More bytes than the Content-Length that was set are not sent; fewer close the
 * connection. Where this speaks of closing the connection, HTTP/2 resets the stream.
 */
public interface Exchange {

	/**
	 * Returns the request method.
	 * @return the method in the sender's case
	 */
	String method();

	/**
	 * Returns the request target.
	 * @return the target, split
	 */
	RequestTarget target();

	/**
	 * Returns the version of the request.
	 * @return the version
	 */
	HttpVersion version();

	/**
	 * Returns the request fields.
	 * @return immutable fields
	 */
	Headers headers();

	/**
	 * Returns the scheme by which the request came in.
	 * @return {@code http} or {@code https}
	 */
	String scheme();

	/**
	 * Returns the address of the peer.
	 * @return {@code null} if the transport has none
	 */
	@Nullable InetSocketAddress remoteAddress();

	/**
	 * Returns the address at which the request came in.
	 * @return {@code null} if the transport has none
	 */
	@Nullable InetSocketAddress localAddress();

	/**
	 * Returns the TLS session.
	 * @return {@code null} for clear text
	 */
	@Nullable SSLSession sslSession();

	/**
	 * Returns an identifier of the connection, for logs.
	 * @return eight hexadecimal digits; two connections hardly ever share them
	 */
	String connectionId();

	/**
	 * Returns the declared length of the request body.
	 * @return bytes; 0 if there is no body; -1 if the length is not known in advance
	 */
	long contentLength();

	/**
	 * Starts to receive the request body. Nothing arrives before {@link #request(long)};
	 * the end of a body that is already complete is told from within this call. A body
	 * that is never received is dropped by the server when the response is complete.
	 * @param listener takes the body
	 * @throws IllegalStateException if called twice
	 */
	void receive(BodyListener listener);

	/**
	 * Asks for more chunks of the body. The first demand answers
	 * {@code Expect: 100-continue}. While there is no demand, reading stops and TCP slows
	 * the client down.
	 * @param chunks how many, {@link Long#MAX_VALUE} for all
	 * @throws IllegalArgumentException if that is not positive and a body is there
	 */
	void request(long chunks);

	/**
	 * Drops what remains of the request body, now and later. Its listener is told nothing
	 * more.
	 */
	void discardBody();

	/**
	 * Returns the status of the response.
	 * @return 200 unless it was set
	 */
	int status();

	/**
	 * Sets the status of the response.
	 * @param status from 200 to 999
	 * @return this
	 */
	Exchange status(int status);

	/**
	 * Returns the fields of the response. The server adds Date, Content-Length,
	 * Transfer-Encoding and Connection as needed when the head is committed.
	 * @return mutable until the commit, and the application's for ever
	 */
	ResponseHeaders responseHeaders();

	/**
	 * Appends a field to the response, as {@link ResponseHeaders#add} does, without
	 * making an object: the server lends the memory until the commit. After that
	 * {@link #responseHeaders()} has the field only if it was called before, as a
	 * {@link ForwardingExchange} does here. Does nothing once the head is committed.
	 * @param name the field name
	 * @param value the field value
	 * @return this
	 * @throws IllegalStateException if called off the loop, where the memory could be
	 * that of another response by then
	 */
	default Exchange addHeader(String name, String value) {
		if (!committed()) {
			responseHeaders().add(name, value);
		}
		return this;
	}

	/**
	 * Sends an interim response such as 103 at once; not to HTTP/1.0.
	 * @param status from 102 to 199
	 * @param headers its fields
	 */
	void inform(int status, ResponseHeaders headers);

	/**
	 * Tells whether the response head has been committed.
	 * @return whether status and fields are fixed
	 */
	boolean committed();

	/**
	 * Tells whether the response is complete or the exchange aborted.
	 * @return whether the exchange has ended
	 */
	boolean ended();

	/**
	 * Completes the response: an empty one if nothing was written yet.
	 */
	void end();

	/**
	 * Completes the response with its last, or only, bytes.
	 * @param body ownership passes to the exchange
	 */
	void end(ByteBuf body);

	/**
	 * Completes the response with its last, or only, bytes.
	 * @param body copied before the call returns
	 */
	default void end(byte[] body) {
		end(body, 0, body.length);
	}

	/**
	 * Completes the response with its last, or only, bytes.
	 * @param body copied before the call returns
	 * @param offset of the first
	 * @param length how many
	 */
	void end(byte[] body, int offset, int length);

	/**
	 * Completes the response with its last, or only, text in UTF-8.
	 * @param body the text
	 */
	void end(String body);

	/**
	 * Returns the length of text in UTF-8. The work is not lost: if that very string is
	 * the next to be written on this event loop, it has been encoded by then.
	 * @param text any text
	 * @return a number of bytes
	 */
	int utf8Length(String text);

	/**
	 * Writes part of the body. The bytes leave at the end of the current event-loop turn.
	 * @param data ownership passes to the exchange
	 * @return {@link #writable()}
	 */
	boolean write(ByteBuf data);

	/**
	 * Writes part of the body. The bytes leave at the end of the current event-loop turn.
	 * @param data copied before the call returns
	 * @param offset of the first
	 * @param length how many
	 * @return {@link #writable()}
	 */
	boolean write(byte[] data, int offset, int length);

	/**
	 * Writes part of the body in UTF-8. The bytes leave at the end of the current
	 * event-loop turn.
	 * @param text encoded by itself: a surrogate pair must not be split over two calls
	 * @return {@link #writable()}
	 */
	boolean write(String text);

	/**
	 * Lets what was written leave now rather than at the end of the turn, with what else
	 * its connection has. (io_uring is given it now, and takes it at the end of the turn
	 * or when its queue is full.) For who writes to many exchanges in one turn; all
	 * others gain nothing. Does nothing once the exchange has ended.
	 */
	void flush();

	/**
	 * Commits the head and sends it although no body byte is there yet.
	 */
	void flushHead();

	/**
	 * Writes part of a file to the body, without copying it through user space where that
	 * can be done: in clear text, within the first 2 GB of the file, and if the channel
	 * is the JDK's own, that of the default file system. Nothing else may be written
	 * before it has completed; the end of the response waits for it. A failure, whatever
	 * the channel throws, aborts the exchange.
	 * @param file stays open until {@code done} is called; closing it is the caller's
	 * duty
	 * @param position where to start, in bytes
	 * @param count how many bytes
	 * @param done called with {@code null} when all bytes were written, else with the
	 * cause
	 * @throws IllegalStateException if a file is being sent already
	 */
	void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done);

	/**
	 * Tells whether more may be written without passing the limit of pending bytes.
	 * Writing more is possible, but grows the backlog.
	 * @return {@code false} if the peer reads too slowly
	 */
	boolean writable();

	/**
	 * Returns how many bytes wait because the peer reads too slowly: over HTTP/1.1 all of
	 * the connection that has not left for the socket yet, framing counted; over HTTP/2
	 * what is queued of this response, whatever other streams of the connection have
	 * handed to the socket. Beyond 64 KB it is not {@link #writable()}, and
	 * {@link #onWritable} tells when it is again.
	 * @return bytes
	 */
	long pendingBytes();

	/**
	 * Returns how many body bytes were written so far.
	 * @return bytes, framing not counted
	 */
	long writeOffset();

	/**
	 * Sets what to do when the response becomes writable again after {@link #writable()}
	 * was {@code false}. Replaces the previous one; called once for each such change.
	 * @param task runs on the event loop
	 */
	void onWritable(@Nullable Runnable task);

	/**
	 * Sets what to do if the exchange is aborted: the client went away, a timeout struck,
	 * or {@link #abort} was called. Runs at once if that has already happened, and never
	 * if the exchange ended well.
	 * @param task takes the cause
	 */
	void onAbort(Consumer<Throwable> task);

	/**
	 * Sets what to do when the server begins to shut down gracefully while this exchange
	 * is in progress, so that an endless response can be ended in order. Runs at once if
	 * that has already begun.
	 * @param task runs on the event loop
	 */
	void onShutdown(Runnable task);

	/**
	 * Gives the exchange up: an uncommitted response becomes a 500, a committed one is
	 * cut off, also within a file that is being sent. The connection is closed.
	 * @param cause why
	 */
	void abort(Throwable cause);

	/**
	 * Answers 101 with the response fields set so far and hands the connection to another
	 * protocol (RFC 9110 section 7.8). The exchange has ended then.
	 * @param protocol value of the Upgrade field
	 * @param listener the protocol
	 * @throws IllegalStateException if the request did not ask for an upgrade, which
	 * HTTP/2 does not have, its body is not complete, or the response is committed
	 */
	void upgrade(String protocol, TunnelListener listener);

	/**
	 * Tells whether the request may be answered by {@link #upgrade}.
	 * @return whether this is HTTP/1.1 with Upgrade and {@code Connection: upgrade}
	 */
	boolean upgradeRequested();

	/**
	 * Tells who the user is, which the access log says as {@code %u}. What is told after
	 * the exchange has ended is lost. Callable from any thread.
	 * @param name as the application knows the user, from whatever it has verified
	 */
	default void remoteUser(String name) {
		// Nobody asked.
	}

	/**
	 * Returns the allocator to take buffers from.
	 * @return the allocator of the connection
	 */
	ByteBufAllocator allocator();

	/**
	 * Returns the event loop of this exchange, for timers and for what several exchanges
	 * share. Callable from any thread.
	 * @return a single-threaded executor
	 */
	EventExecutor eventLoop();

	/**
	 * Tells whether the caller runs on the event loop of this exchange.
	 * @return whether the methods bound to the loop may be called
	 */
	boolean inEventLoop();

	/**
	 * Runs a task on the event loop of this exchange. If it throws, that counts as a
	 * failure of the handler.
	 * @param task what to run; dropped if the loop has ended
	 */
	void execute(Runnable task);

}
