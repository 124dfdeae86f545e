/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Objects;
import java.util.function.Consumer;

import io.fastwire.http.Headers;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.RequestTarget;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.http.AbstractExchange;
import io.fastwire.internal.http.SpareHeaders;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on an HTTP/1.1 connection (RFC 9112). Loop only, but for
 * what {@link io.fastwire.http.Exchange} allows.
 */
final class Http1Exchange extends AbstractExchange<Http1Connection> {

	private final CompleteHead head;

	private final @Nullable Http1Body body;

	Http1Exchange(Http1Connection connection, CompleteHead head) {
		super(connection);
		this.head = head;
		this.body = (head.contentLength() != 0) ? new Http1Body(this, connection, head) : null;
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
		return head.version();
	}

	@Override
	public Headers headers() {
		return head.headers();
	}

	@Override
	public @Nullable Http1Body body() {
		return body;
	}

	/** Returns the body of a request that has one. */
	Http1Body requestBody() {
		return Objects.requireNonNull(body);
	}

	/** Whether the client lets the connection stay open. */
	boolean keepAliveRequested() {
		return head.keepAlive();
	}

	@Override
	public boolean upgradeRequested() {
		return head.upgradeRequested();
	}

	// The response

	@Override
	protected Http1Response progress() {
		return connection().response();
	}

	@Override
	protected SpareHeaders spareHeaders() {
		return connection().loop().spareHeaders();
	}

	@Override
	protected void writeInterim(int status, ResponseHeaders headers) {
		if (version() != HttpVersion.HTTP_1_0) {
			ResponseHeadEncoder encoder = connection().loop().encoder();
			encoder.writeTo(writer().reserve(encoder.encodeInterim(status, headers)));
		}
	}

	@Override
	protected void writeContinue() {
		writer().write(StatusLines.CONTINUE);
	}

	@Override
	protected void writeHead(ResponseHeaders headers, long length, boolean hasBody, boolean ends) {
		ResponseFraming chosen = hasBody ? ResponseFraming.of(version(), length) : ResponseFraming.NONE;
		boolean persistent = keepAliveRequested() && !connection().closing() && chosen != ResponseFraming.UNTIL_CLOSE
				&& (body == null || body.drainable()) && !ResponseFraming.closeWanted(headers);
		ResponseHeadEncoder encoder = connection().loop().encoder();
		int bytes = encoder.encode(status(), headers, chosen.lengthField(length), Persistence.of(persistent, version()),
				connection().loop().date());
		encoder.writeTo(writer().reserve(bytes, hasBody ? length : -1));
		if (chosen == ResponseFraming.UNTIL_CLOSE) {
			connection().resetOnClose(true);
		}
		progress().headWritten(chosen, persistent);
		headWritten(hasBody ? length : -1, hasBody);
	}

	private ResponseFraming framing() {
		return progress().framing();
	}

	@Override
	protected void writeBody(ByteBuf data, boolean last) {
		framing().write(writer(), data);
	}

	@Override
	protected void writeBody(byte[] data, int offset, int length, boolean last) {
		framing().write(writer(), data, offset, length);
	}

	@Override
	protected boolean writeBody(String text, int length, boolean last) {
		framing().write(writer(), text, length);
		return true;
	}

	@Override
	protected void transfer(FileChannel file, long position, long length, Consumer<@Nullable Throwable> done)
			throws IOException {
		ResponseFraming framing = framing();
		framing.begin(writer(), length);
		FileTransfer.start(connection(), file, position, length, (failure) -> {
			if (failure == null && !ended()) {
				framing.finish(writer());
			}
			done.accept(failure);
		});
	}

	@Override
	protected void writeEnd() {
		ResponseFraming framing = framing();
		if (framing == ResponseFraming.CHUNKED) {
			ResponseFraming.writeLastChunk(writer());
		}
		else if (framing == ResponseFraming.UNTIL_CLOSE) {
			connection().resetOnClose(false);
		}
	}

	@Override
	protected void responseComplete() {
		connection().responseComplete(this);
	}

	@Override
	public boolean writable() {
		return !ended() && writer().writable();
	}

	@Override
	public long pendingBytes() {
		return ended() ? 0 : writer().pendingBytes();
	}

	// The end before the end

	@Override
	public void abort(Throwable cause) {
		if (ended()) {
			return;
		}
		if (!committed()) {
			ErrorResponse.writeServerError(connection());
		}
		if (fail(cause)) {
			connection().cutOff(this);
		}
	}

	/**
	 * Whether what is pending must not leave: the client would take the end of the
	 * connection for that of the body, or get the rest of a file, however long that
	 * takes.
	 */
	boolean cutShort() {
		return (!ended() || aborted()) && (transferring() || framing() == ResponseFraming.UNTIL_CLOSE);
	}

	@Override
	public void upgrade(String protocol, TunnelListener listener) {
		if (!upgradeRequested() || committed() || (body != null && !body.complete())) {
			throw new IllegalStateException(
					"An upgrade needs a request for it, whose body has been received, and an uncommitted response");
		}
		ResponseHeaders headers = responseHeaders().set("Upgrade", protocol);
		ResponseHeadEncoder encoder = connection().loop().encoder();
		int bytes = encoder.encode(101, headers, ResponseHeadEncoder.UNFRAMED, Persistence.UPGRADE,
				connection().loop().date());
		encoder.writeTo(writer().reserve(bytes));
		switched();
		connection().startTunnel(listener);
	}

}
