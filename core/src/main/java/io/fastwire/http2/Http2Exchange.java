/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

import io.fastwire.http.Headers;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.RejectedBodyException;
import io.fastwire.http.Rejection;
import io.fastwire.http.RequestTarget;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.http.AbstractExchange;
import io.fastwire.internal.http.SpareHeaders;
import io.fastwire.internal.io.Counter;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import org.jspecify.annotations.Nullable;

/**
 * One stream (RFC 9113 section 5): a request and its response. Loop only, but for what
 * {@link io.fastwire.http.Exchange} allows.
 */
final class Http2Exchange extends AbstractExchange<Http2Connection> {

	/*
	 * Two ends. For the application the exchange ends when it has given all of the
	 * response. The stream lives on until the windows have let that out and the request
	 * body has come in full or been given up; settle() looks whether that is so, and is
	 * called whenever one of these changes.
	 */

	private final RequestHead head;

	private final StreamOutput output;

	private final @Nullable Http2Body body;

	/** The file that is on its way. */
	private @Nullable FileSource source;

	/**
	 * Creates the exchange of a stream.
	 * @param ends whether there is no request body
	 */
	Http2Exchange(int id, Http2Connection connection, RequestHead head, boolean ends) {
		super(connection);
		this.head = head;
		this.output = new StreamOutput(id, connection, this);
		this.body = ends ? null : new Http2Body(this, connection, head);
	}

	/** Returns the identifier of the stream. */
	int id() {
		return output.id();
	}

	StreamOutput output() {
		return output;
	}

	// The request

	@Override
	public String method() {
		return head.method();
	}

	@Override
	public RequestTarget target() {
		return head.target();
	}

	@Override
	public HttpVersion version() {
		return HttpVersion.HTTP_2;
	}

	@Override
	public Headers headers() {
		return head.fields();
	}

	@Override
	public @Nullable Http2Body body() {
		return body;
	}

	/** There is none in this version (RFC 9113 section 8.6). */
	@Override
	public boolean upgradeRequested() {
		return false;
	}

	@Override
	public void upgrade(String protocol, TunnelListener listener) {
		throw new IllegalStateException("HTTP/2 has no upgrade (RFC 9113 section 8.6)");
	}

	// The response

	@Override
	protected StreamOutput progress() {
		return output;
	}

	@Override
	protected SpareHeaders spareHeaders() {
		return connection().loop().spareHeaders();
	}

	@Override
	protected void writeInterim(int status, ResponseHeaders headers) {
		connection().heads().interim(id(), status, headers);
	}

	@Override
	protected void writeContinue() {
		connection().heads().interim(id(), 100, HeadOutput.NO_FIELDS);
	}

	@Override
	protected void writeHead(ResponseHeaders headers, long length, boolean hasBody, boolean ends) {
		boolean sent = connection().heads().response(this, status(), headers, length, ends);
		headWritten(hasBody ? length : -1, hasBody);
		if (!sent) {
			connection().reset(this, Http2Error.INTERNAL_ERROR);
			fail(new IOException("The client does not take response heads of this size"));
			connection().floods().reset();
		}
		else if (ends) {
			output.endedByHead();
		}
	}

	@Override
	protected void writeBody(ByteBuf data, boolean last) {
		output.write(data, last);
	}

	@Override
	protected void writeBody(byte[] data, int offset, int length, boolean last) {
		output.write(data, offset, length, last);
	}

	@Override
	protected boolean writeBody(String text, int length, boolean last) {
		return output.write(text, length, last);
	}

	@Override
	protected void transfer(FileChannel file, long position, long length, Consumer<@Nullable Throwable> done)
			throws IOException {
		FileSource started = new FileSource(file, position, length, new FileSource.Target(output, allocator()),
				(failure) -> {
					source = null;
					done.accept(failure);
				});
		source = started;
		started.read();
	}

	@Override
	protected void writeEnd() {
		output.end();
	}

	@Override
	protected void responseComplete() {
		connection().count(Counter.REQUESTS_COMPLETED);
		settle();
	}

	@Override
	public boolean writable() {
		return !ended() && !output.full();
	}

	/**
	 * What is in the channel belongs to all streams and counts for none: it says nothing
	 * of how fast this one is taken, and there is no call when it has become less.
	 */
	@Override
	public long pendingBytes() {
		return ended() ? 0 : output.queuedBytes();
	}

	/** What the socket has not taken yet of all streams together. */
	long unsentBytesOfConnection() {
		return writer().pendingBytes();
	}

	@Override
	public void becameWritable() {
		if (source != null) {
			source.read();
		}
		else {
			super.becameWritable();
		}
	}

	/** Ends the stream if nothing is left to come or go. */
	void settle() {
		if (!ended() || !output.ended() || !connection().isOpen(this)) {
			return;
		}
		if (body == null || body.complete()) {
			connection().closed(this);
		}
		else if (aborted() || !body.drainable()) {
			connection().reset(this, Http2Error.NO_ERROR);
		}
	}

	// The end before the end

	@Override
	public void abort(Throwable cause) {
		if (ended()) {
			return;
		}
		if (!committed()) {
			answer(500, "");
			fail(cause);
			settle();
		}
		else {
			connection().reset(this, Http2Error.INTERNAL_ERROR);
			fail(cause);
		}
	}

	/**
	 * Refuses what came behind the head. A response that is complete is not cut off by
	 * that: what waits of it leaves first.
	 */
	void reject(Rejection rejection) {
		connection().loop().rejected(rejection);
		if (ended() && body != null) {
			body.giveUp();
		}
		else if (!committed()) {
			answer(rejection.status(), ErrorText.of(rejection));
		}
		else {
			connection().reset(this, Http2Error.CANCEL);
		}
		fail(new RejectedBodyException(rejection));
		settle();
		connection().floods().reset();
	}

	/** Gives an answer of the server's own. */
	private void answer(int status, String text) {
		byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
		boolean empty = bytes.length == 0 || method().equals("HEAD");
		boolean sent = connection().heads()
			.response(this, status, empty ? HeadOutput.NO_FIELDS : ErrorText.FIELDS, bytes.length, empty);
		headWritten(-1, false);
		if (!sent) {
			connection().reset(this, Http2Error.INTERNAL_ERROR);
			connection().floods().reset();
		}
		else if (empty) {
			output.endedByHead();
		}
		else {
			output.write(bytes, 0, bytes.length, true);
		}
	}

	@Override
	protected void aborting(Throwable cause) {
		if (source != null) {
			source.fail(cause);
		}
	}

}
