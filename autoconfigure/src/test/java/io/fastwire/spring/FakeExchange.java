/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import javax.net.ssl.SSLSession;

import io.fastwire.http.AbortedException;
import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.RequestTarget;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.http.TunnelListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An exchange in memory, true to its contract: bound to the thread that made it, strict
 * about who calls what, and keeping a log of what would go over the wire. Tasks of other
 * threads wait for {@link #runTasks()}.
 */
final class FakeExchange implements Exchange {

	private final Thread loop = Thread.currentThread();

	private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);

	private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

	private final ResponseHeaders responseHeaders = new ResponseHeaders();

	private final List<String> wire = new ArrayList<>();

	private final FakeRequestBody body = new FakeRequestBody(allocator);

	private final String method;

	private final RequestTarget target;

	private final TestHeaders headers = new TestHeaders();

	private int status = 200;

	private boolean committed;

	private boolean ended;

	private boolean writable = true;

	private long written;

	private @Nullable Runnable onWritable;

	private @Nullable Consumer<Throwable> onAbort;

	private @Nullable Throwable abortCause;

	private @Nullable SSLSession sslSession;

	private @Nullable Runnable pendingFile;

	private boolean holdFile;

	private boolean broken;

	private @Nullable FileChannel file;

	FakeExchange(String method, RequestTarget target) {
		this.method = method;
		this.target = target;
	}

	FakeExchange(String method, String target) {
		this(method, RequestTarget.origin(target));
		header("Host", "a.example");
	}

	static FakeExchange get(String target) {
		return new FakeExchange("GET", target);
	}

	/** Tells whether the file that was to be sent is still open. */
	int openFiles() {
		FileChannel sent = file;
		return (sent != null && sent.isOpen()) ? 1 : 0;
	}

	FakeRequestBody body() {
		return body;
	}

	// What a test does as the client, the network or the loop

	FakeExchange header(String name, String value) {
		headers.add(name, value);
		return this;
	}

	FakeExchange sslSession(SSLSession session) {
		sslSession = session;
		return this;
	}

	void breakWrites() {
		broken = true;
	}

	FakeExchange holdFile() {
		holdFile = true;
		return this;
	}

	void finishFile() {
		Runnable file = pendingFile;
		pendingFile = null;
		assertThat(file).isNotNull();
		if (file != null) {
			file.run();
		}
	}

	void runTasks() {
		for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
			task.run();
		}
	}

	int taskCount() {
		return tasks.size();
	}

	void writable(boolean writable) {
		boolean again = writable && !this.writable;
		this.writable = writable;
		Runnable task = onWritable;
		if (again && task != null) {
			task.run();
		}
	}

	void loseConnection() {
		abortWith(new AbortedException("The client closed the connection"));
	}

	private void abortWith(Throwable cause) {
		if (ended) {
			return;
		}
		ended = true;
		abortCause = cause;
		body.drop();
		Runnable file = pendingFile;
		pendingFile = null;
		if (file != null) {
			file.run();
		}
		Consumer<Throwable> task = onAbort;
		if (task != null) {
			task.accept(cause);
		}
	}

	// What a test looks at

	List<String> wire() {
		return wire;
	}

	@Nullable Throwable abortCause() {
		return abortCause;
	}

	void assertNoLeak() {
		assertThat(allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory())
			.as("bytes of buffers in use")
			.isZero();
	}

	// The contract

	@Override
	public String method() {
		return method;
	}

	@Override
	public RequestTarget target() {
		return target;
	}

	@Override
	public HttpVersion version() {
		return HttpVersion.HTTP_1_1;
	}

	@Override
	public Headers headers() {
		return headers;
	}

	@Override
	public String scheme() {
		return (sslSession != null) ? "https" : "http";
	}

	@Override
	public InetSocketAddress remoteAddress() {
		return new InetSocketAddress("192.0.2.7", 50000);
	}

	@Override
	public InetSocketAddress localAddress() {
		return new InetSocketAddress("192.0.2.1", 8080);
	}

	@Override
	public @Nullable SSLSession sslSession() {
		return sslSession;
	}

	@Override
	public String connectionId() {
		return "c0ffee";
	}

	@Override
	public long contentLength() {
		return "GET".equals(method) ? 0 : -1;
	}

	@Override
	public void receive(BodyListener listener) {
		checkLoop();
		body.receive(listener);
	}

	@Override
	public void request(long chunks) {
		checkLoop();
		body.request(chunks);
	}

	@Override
	public void discardBody() {
		checkLoop();
		body.discard();
	}

	@Override
	public int status() {
		checkLoop();
		return status;
	}

	@Override
	public Exchange status(int status) {
		checkLoop();
		if (status < 200 || status > 999) {
			throw new IllegalArgumentException("Not a final status: " + status);
		}
		this.status = status;
		return this;
	}

	@Override
	public ResponseHeaders responseHeaders() {
		checkLoop();
		return responseHeaders;
	}

	@Override
	public void inform(int status, ResponseHeaders headers) {
		checkLoop();
	}

	@Override
	public boolean committed() {
		checkLoop();
		return committed;
	}

	@Override
	public boolean ended() {
		checkLoop();
		return ended;
	}

	@Override
	public void end() {
		end(Unpooled.EMPTY_BUFFER);
	}

	@Override
	public void end(ByteBuf body) {
		checkLoop();
		try {
			if (!ended) {
				String head = commitHead(body.readableBytes());
				wire.add(head + body.toString(StandardCharsets.UTF_8) + "|");
				ended = true;
			}
		}
		finally {
			body.release();
		}
	}

	@Override
	public void end(byte[] body) {
		end(Unpooled.wrappedBuffer(body));
	}

	@Override
	public void end(String body) {
		end(body.getBytes(StandardCharsets.UTF_8));
	}

	private String commitHead(int length) {
		if (committed) {
			return "";
		}
		String head = responseHeaders.toString();
		if (head.indexOf('\r') >= 0 || head.indexOf('\n') >= 0) {
			throw new IllegalArgumentException("A field holds a line ending");
		}
		if (length >= 0 && !responseHeaders.contains("Content-Length")) {
			responseHeaders.set("Content-Length", Integer.toString(length));
			head = responseHeaders.toString();
		}
		committed = true;
		return status + " " + head + " ";
	}

	@Override
	public boolean write(ByteBuf data) {
		checkLoop();
		try {
			if (broken) {
				throw new IllegalStateException("Broken");
			}
			if (!ended) {
				wire.add(commitHead(-1) + data.toString(StandardCharsets.UTF_8));
				written += data.readableBytes();
			}
		}
		finally {
			data.release();
		}
		return writable;
	}

	@Override
	public void flushHead() {
		checkLoop();
		if (!ended) {
			wire.add(commitHead(-1));
		}
	}

	@Override
	public void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		checkLoop();
		this.file = file;
		String head = commitHead(-1);
		pendingFile = () -> sendNow(head, file, position, count, done);
		if (!holdFile) {
			finishFile();
		}
	}

	private void sendNow(String head, FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		if (ended) {
			done.accept(abortCause);
			return;
		}
		ByteBuffer bytes = ByteBuffer.allocate((int) count);
		try {
			while (bytes.hasRemaining() && file.read(bytes, position + bytes.position()) >= 0) {
				// Until all is read.
			}
		}
		catch (IOException ex) {
			done.accept(ex);
			return;
		}
		wire.add(head + "file:" + new String(bytes.array(), StandardCharsets.UTF_8));
		done.accept(null);
	}

	@Override
	public boolean writable() {
		checkLoop();
		return writable;
	}

	@Override
	public long pendingBytes() {
		return 0;
	}

	@Override
	public EventExecutor eventLoop() {
		return ImmediateEventExecutor.INSTANCE;
	}

	@Override
	public long writeOffset() {
		checkLoop();
		return written;
	}

	@Override
	public void onWritable(@Nullable Runnable task) {
		checkLoop();
		onWritable = task;
	}

	@Override
	public void onAbort(Consumer<Throwable> task) {
		checkLoop();
		onAbort = task;
		if (abortCause != null) {
			task.accept(abortCause);
		}
	}

	@Override
	public void onShutdown(Runnable task) {
		checkLoop();
	}

	@Override
	public void abort(Throwable cause) {
		checkLoop();
		if (!ended && !committed) {
			committed = true;
			wire.add("500 [Connection: close] |");
		}
		else if (!ended) {
			wire.add("cut");
		}
		abortWith(cause);
	}

	@Override
	public void upgrade(String protocol, TunnelListener listener) {
		checkLoop();
		throw new IllegalStateException("No upgrade asked for");
	}

	@Override
	public boolean upgradeRequested() {
		return false;
	}

	@Override
	public ByteBufAllocator allocator() {
		checkLoop();
		return allocator;
	}

	@Override
	public boolean inEventLoop() {
		return Thread.currentThread() == loop;
	}

	@Override
	public void execute(Runnable task) {
		tasks.add(task);
	}

	private void checkLoop() {
		if (!inEventLoop()) {
			throw new IllegalStateException("Called off the event loop");
		}
	}

}
