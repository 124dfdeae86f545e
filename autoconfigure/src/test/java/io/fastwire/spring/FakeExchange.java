/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import javax.net.ssl.SSLSession;

import io.fastwire.http.AbortedException;
import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
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
final class FakeExchange extends FakeRequest {

	private final Thread loop = Thread.currentThread();

	private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);

	private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

	private final ResponseHeaders responseHeaders = new ResponseHeaders();

	private final List<String> wire = new ArrayList<>();

	private final FakeRequestBody body = new FakeRequestBody(allocator);

	private int status = 200;

	private boolean committed;

	private boolean ended;

	private boolean writable = true;

	private long written;

	private @Nullable Runnable onWritable;

	private @Nullable Consumer<Throwable> onAbort;

	private @Nullable Throwable abortCause;

	private @Nullable Runnable pendingFile;

	private boolean holdFile;

	private boolean broken;

	private @Nullable FileChannel file;

	FakeExchange(String method, RequestTarget target) {
		super(method, target);
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
		headers().add(name, value);
		return this;
	}

	FakeExchange sslSession(SSLSession session) {
		encrypt(session);
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
		Runnable file = Objects.requireNonNull(pendingFile);
		pendingFile = null;
		file.run();
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
		if (again && onWritable != null) {
			onWritable.run();
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
		long inUse = allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
		assertThat(inUse).as("bytes in use").isZero();
	}

	// The contract

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
	public void end(byte[] body, int offset, int length) {
		end(Unpooled.wrappedBuffer(body, offset, length));
	}

	@Override
	public void end(String body) {
		end(Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
	}

	@Override
	public int utf8Length(String text) {
		checkLoop();
		return text.getBytes(StandardCharsets.UTF_8).length;
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
	public boolean write(byte[] data, int offset, int length) {
		return write(Unpooled.wrappedBuffer(data, offset, length));
	}

	@Override
	public boolean write(String text) {
		return write(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
	}

	@Override
	public void flush() {
		// What is written is there at once.
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
