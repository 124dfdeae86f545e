/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Supplier;

import io.fastwire.http.Exchange;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ZeroCopyHttpOutputMessage;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.util.CollectionUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * A response as WebFlux sees it, with the observable rules of Spring's
 * {@code AbstractServerHttpResponse}. May be used from any thread, by one at a time;
 * whatever touches the exchange goes to its event loop.
 */
final class FastwireServerHttpResponse implements ServerHttpResponse, ZeroCopyHttpOutputMessage {

	/*
	 * Committing here and on the wire are two things. Here it means that status and
	 * fields are fixed and have been handed to the exchange; the exchange commits when
	 * the first byte is written. The WebSocket upgrade needs both: it lets setComplete()
	 * run the commit actions, and then sends the fields with a 101.
	 *
	 * The first body wins: a body given to a committed response is released unread.
	 */

	/** Status and fields may change. */
	private static final int NEW = 0;

	/** Commit actions run; they may still change status and fields. */
	private static final int COMMITTING = 1;

	/**
	 * A commit action failed, so that another response may be tried, without the actions.
	 */
	private static final int COMMIT_FAILED = 2;

	/** Status and fields are fixed, or the client is gone. */
	private static final int COMMITTED = 3;

	private static final AtomicIntegerFieldUpdater<FastwireServerHttpResponse> STATE = AtomicIntegerFieldUpdater
		.newUpdater(FastwireServerHttpResponse.class, "state");

	private final Exchange exchange;

	private final DataBufferFactory bufferFactory;

	private final ResponseHeaders fields;

	private final HttpHeaders headers;

	private volatile int state;

	/** Used on the event loop only. */
	private boolean requestBodyRead;

	private @Nullable HttpStatusCode status;

	private @Nullable HttpHeaders readOnlyHeaders;

	private @Nullable MultiValueMap<String, ResponseCookie> cookies;

	private @Nullable List<Supplier<? extends Mono<Void>>> commitActions;

	FastwireServerHttpResponse(Exchange exchange, DataBufferFactory bufferFactory) {
		this.exchange = exchange;
		this.bufferFactory = bufferFactory;
		this.fields = exchange.responseHeaders();
		this.headers = new HttpHeaders(new ResponseHeadersView(fields));
	}

	/**
	 * Returns the response behind a decorated one.
	 * @param response ours, perhaps decorated
	 * @throws IllegalArgumentException if it is of another server
	 */
	static FastwireServerHttpResponse unwrap(ServerHttpResponse response) {
		FastwireServerHttpResponse ours = find(response);
		if (ours == null) {
			throw new IllegalArgumentException(
					"WebSocket and topics need Fastwire itself, and this is a " + response.getClass().getName()
							+ ": start the server, in a test by a webEnvironment of RANDOM_PORT");
		}
		return ours;
	}

	/** Returns {@code null} if it is a response of another server, or a mock. */
	static @Nullable FastwireServerHttpResponse find(ServerHttpResponse response) {
		ServerHttpResponse candidate = response;
		while (candidate instanceof ServerHttpResponseDecorator decorator) {
			candidate = decorator.getDelegate();
		}
		return (candidate instanceof FastwireServerHttpResponse ours) ? ours : null;
	}

	Exchange exchange() {
		return exchange;
	}

	@Override
	public DataBufferFactory bufferFactory() {
		return bufferFactory;
	}

	@Override
	public boolean setStatusCode(@Nullable HttpStatusCode status) {
		if (state == COMMITTED) {
			return false;
		}
		this.status = status;
		return true;
	}

	@Override
	public HttpStatusCode getStatusCode() {
		return (status != null) ? status : HttpStatus.OK;
	}

	@Override
	public HttpHeaders getHeaders() {
		return (state == COMMITTED) ? readOnlyHeaders() : headers;
	}

	private HttpHeaders readOnlyHeaders() {
		HttpHeaders view = readOnlyHeaders;
		if (view == null) {
			view = HttpHeaders.readOnlyHttpHeaders(headers);
			readOnlyHeaders = view;
		}
		return view;
	}

	@Override
	public MultiValueMap<String, ResponseCookie> getCookies() {
		MultiValueMap<String, ResponseCookie> known = cookies;
		if (known == null) {
			known = new LinkedMultiValueMap<>();
			cookies = known;
		}
		return (state == COMMITTED) ? CollectionUtils.unmodifiableMultiValueMap(known) : known;
	}

	@Override
	public void addCookie(ResponseCookie cookie) {
		if (state == COMMITTED) {
			throw new IllegalStateException("Cannot add the cookie " + cookie.getName() + " to a committed response");
		}
		getCookies().add(cookie.getName(), cookie);
	}

	@Override
	public void beforeCommit(Supplier<? extends Mono<Void>> action) {
		List<Supplier<? extends Mono<Void>>> actions = commitActions;
		if (actions == null) {
			actions = new ArrayList<>(2);
			commitActions = actions;
		}
		actions.add(action);
	}

	@Override
	public boolean isCommitted() {
		int state = this.state;
		return state == COMMITTING || state == COMMITTED;
	}

	@Override
	public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
		return (body instanceof Mono<? extends DataBuffer> mono) ? MonoBodyWriter.write(this, mono)
				: FluxBodyWriter.write(this, Flux.from(body));
	}

	@Override
	public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
		return FluxBodyWriter.writeGroups(this, body);
	}

	@Override
	public Mono<Void> writeWith(Path file, long position, long count) {
		return FileBodyWriter.write(this, file, position, count);
	}

	/**
	 * Commits the response without a body, in memory only: the bytes leave when the
	 * handler completes.
	 */
	@Override
	public Mono<Void> setComplete() {
		return isCommitted() ? Mono.empty() : HeadCommit.commit(this);
	}

	/**
	 * Commits at once if nothing has to be waited for. Called on the event loop.
	 * @return {@code false} if there are commit actions or the response is not new
	 * @throws IllegalArgumentException if the exchange refuses the status
	 */
	boolean commitNow() {
		if (state != NEW || commitActions != null || !STATE.compareAndSet(this, NEW, COMMITTING)) {
			return false;
		}
		applyHead();
		return true;
	}

	/**
	 * Starts to commit.
	 * @return {@code false} if that has happened before
	 */
	boolean beginCommit() {
		return STATE.compareAndSet(this, NEW, COMMITTING) || STATE.compareAndSet(this, COMMIT_FAILED, COMMITTING);
	}

	/**
	 * Returns the actions to run before the commit, and forgets them.
	 * @return {@code null} if there are none
	 */
	@Nullable Mono<Void> takeCommitActions() {
		List<Supplier<? extends Mono<Void>>> actions = commitActions;
		commitActions = null;
		return (actions != null) ? Flux.fromIterable(actions).concatMap(Supplier::get).then() : null;
	}

	/**
	 * Hands status and fields to the exchange, after which they are fixed. Called on the
	 * event loop.
	 * @throws IllegalArgumentException if the exchange refuses the status; the response
	 * is not committed then
	 */
	void applyHead() {
		HttpStatusCode status = this.status;
		if (status != null) {
			applyStatus(status.value());
		}
		if (cookies != null) {
			applyCookies(cookies);
		}
		state = COMMITTED;
	}

	private void applyStatus(int code) {
		try {
			exchange.status(code);
		}
		catch (IllegalArgumentException ex) {
			commitFailed();
			throw ex;
		}
		if (code == 206 || code == 416) {
			dropLengthOfWhole(code);
		}
	}

	/**
	 * Spring Framework leaves the length of the whole resource in place also where it
	 * sends several parts of it, with boundaries between, or none.
	 */
	private void dropLengthOfWhole(int code) {
		String type = fields.get(HttpHeaders.CONTENT_TYPE);
		if (code == 416 || (type != null && type.startsWith("multipart/byteranges"))) {
			fields.remove(HttpHeaders.CONTENT_LENGTH);
		}
	}

	private void applyCookies(MultiValueMap<String, ResponseCookie> cookies) {
		for (List<ResponseCookie> sameName : cookies.values()) {
			for (ResponseCookie cookie : sameName) {
				fields.add(HttpHeaders.SET_COOKIE, cookie.toString());
			}
		}
	}

	/**
	 * Writes the last bytes and ends the response, or leaves the end to the completion of
	 * the handler: as long as the request body has not been read, ending the response
	 * would discard it, and the handler may want to read it yet. A body that is too short
	 * ends it all the same, because that makes it an error.
	 * @param last owned by the exchange from here on; {@code null} if there are none
	 */
	void endWith(@Nullable DataBuffer last) {
		boolean mayEnd = requestBodyRead || exchange.contentLength() == 0 || tooShort(last);
		if (last == null) {
			if (mayEnd) {
				exchange.end();
			}
		}
		else if (mayEnd) {
			OutboundBuffers.end(exchange, last);
		}
		else {
			OutboundBuffers.write(exchange, last);
		}
	}

	/** Whether the whole body is less than what its Content-Length promises. */
	private boolean tooShort(@Nullable DataBuffer body) {
		try {
			return !exchange.committed()
					&& headers.getContentLength() > ((body != null) ? body.readableByteCount() : 0);
		}
		catch (NumberFormatException ex) {
			return false; // The exchange refuses the field when it writes it.
		}
	}

	void requestBodyRead() {
		requestBodyRead = true;
	}

	/**
	 * Makes the response new again, but for the commit actions that have run.
	 */
	void commitFailed() {
		state = COMMIT_FAILED;
		headers.clearContentHeaders();
	}

	/**
	 * Makes the response new again if it was its head that the exchange refused to write.
	 * As there is no telling which field it was, all go: the error response must not fail
	 * as well.
	 */
	void writeRefused() {
		if (exchange.committed() || exchange.ended()) {
			return;
		}
		fields.clear();
		state = COMMIT_FAILED;
	}

	/**
	 * Forgets what was said about a body that will not come.
	 */
	void bodyFailed() {
		getHeaders().clearContentHeaders();
	}

	/**
	 * Fixes the response because the exchange was answered directly, and tells observers
	 * with what.
	 */
	void answered(int code) {
		status = HttpStatusCode.valueOf(code);
		state = COMMITTED;
	}

	/**
	 * Fixes the response because nobody will receive it. WebFlux then treats what follows
	 * as a lost connection instead of logging an error.
	 */
	void connectionLost() {
		state = COMMITTED;
	}

}
