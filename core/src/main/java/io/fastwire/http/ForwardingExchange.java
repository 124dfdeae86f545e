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
 * An exchange that leaves to another what its subclass does not do itself, for handlers
 * that stand in front of others. Each method calls that of the same name and nothing
 * else, so whoever overrides one way to write the response overrides all of them. But
 * {@link #addHeader} adds to {@link #responseHeaders()}: a subclass may have fields of
 * its own, and all see what was sent after the end.
 */
public abstract class ForwardingExchange implements Exchange {

	private final Exchange delegate;

	/**
	 * Creates an exchange.
	 * @param delegate does what the subclass does not
	 */
	protected ForwardingExchange(Exchange delegate) {
		this.delegate = delegate;
	}

	/**
	 * Returns the other exchange.
	 * @return what was given to the constructor
	 */
	protected final Exchange delegate() {
		return delegate;
	}

	@Override
	public String method() {
		return delegate.method();
	}

	@Override
	public RequestTarget target() {
		return delegate.target();
	}

	@Override
	public HttpVersion version() {
		return delegate.version();
	}

	@Override
	public Headers headers() {
		return delegate.headers();
	}

	@Override
	public String scheme() {
		return delegate.scheme();
	}

	@Override
	public @Nullable InetSocketAddress remoteAddress() {
		return delegate.remoteAddress();
	}

	@Override
	public @Nullable InetSocketAddress localAddress() {
		return delegate.localAddress();
	}

	@Override
	public @Nullable SSLSession sslSession() {
		return delegate.sslSession();
	}

	@Override
	public String connectionId() {
		return delegate.connectionId();
	}

	@Override
	public long contentLength() {
		return delegate.contentLength();
	}

	@Override
	public void receive(BodyListener listener) {
		delegate.receive(listener);
	}

	@Override
	public void request(long chunks) {
		delegate.request(chunks);
	}

	@Override
	public void discardBody() {
		delegate.discardBody();
	}

	@Override
	public int status() {
		return delegate.status();
	}

	@Override
	public Exchange status(int status) {
		delegate.status(status);
		return this;
	}

	@Override
	public ResponseHeaders responseHeaders() {
		return delegate.responseHeaders();
	}

	@Override
	public void inform(int status, ResponseHeaders headers) {
		delegate.inform(status, headers);
	}

	@Override
	public boolean committed() {
		return delegate.committed();
	}

	@Override
	public boolean ended() {
		return delegate.ended();
	}

	@Override
	public void end() {
		delegate.end();
	}

	@Override
	public void end(ByteBuf body) {
		delegate.end(body);
	}

	@Override
	public void end(byte[] body, int offset, int length) {
		delegate.end(body, offset, length);
	}

	@Override
	public void end(String body) {
		delegate.end(body);
	}

	@Override
	public int utf8Length(String text) {
		return delegate.utf8Length(text);
	}

	@Override
	public boolean write(ByteBuf data) {
		return delegate.write(data);
	}

	@Override
	public boolean write(byte[] data, int offset, int length) {
		return delegate.write(data, offset, length);
	}

	@Override
	public boolean write(String text) {
		return delegate.write(text);
	}

	@Override
	public void flush() {
		delegate.flush();
	}

	@Override
	public void flushHead() {
		delegate.flushHead();
	}

	@Override
	public void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		delegate.sendFile(file, position, count, done);
	}

	@Override
	public boolean writable() {
		return delegate.writable();
	}

	@Override
	public long writeOffset() {
		return delegate.writeOffset();
	}

	@Override
	public void onWritable(@Nullable Runnable task) {
		delegate.onWritable(task);
	}

	@Override
	public void onAbort(Consumer<Throwable> task) {
		delegate.onAbort(task);
	}

	@Override
	public void onShutdown(Runnable task) {
		delegate.onShutdown(task);
	}

	@Override
	public void abort(Throwable cause) {
		delegate.abort(cause);
	}

	@Override
	public void upgrade(String protocol, TunnelListener listener) {
		delegate.upgrade(protocol, listener);
	}

	@Override
	public boolean upgradeRequested() {
		return delegate.upgradeRequested();
	}

	@Override
	public void remoteUser(String name) {
		delegate.remoteUser(name);
	}

	@Override
	public ByteBufAllocator allocator() {
		return delegate.allocator();
	}

	@Override
	public long pendingBytes() {
		return delegate.pendingBytes();
	}

	@Override
	public EventExecutor eventLoop() {
		return delegate.eventLoop();
	}

	@Override
	public boolean inEventLoop() {
		return delegate.inEventLoop();
	}

	@Override
	public void execute(Runnable task) {
		delegate.execute(task);
	}

}
