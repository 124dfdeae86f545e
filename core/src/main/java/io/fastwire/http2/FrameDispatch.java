/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Headers;
import io.fastwire.http.Rejection;
import io.fastwire.internal.io.Counter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import org.jspecify.annotations.Nullable;

/**
 * What each kind of frame does to the streams of one connection (RFC 9113 section 6).
 * Loop only. A connection error is thrown; of a stream error the stream alone is told.
 */
final class FrameDispatch implements Http2FrameListener {

	private final Http2Connection connection;

	private final Streams streams;

	private final SendWindows windows;

	private final ReceiveWindow window;

	/** Those of which the read at hand has brought something of the body. */
	private final List<Http2Exchange> fed = new ArrayList<>(0);

	FrameDispatch(Http2Connection connection) {
		this.connection = connection;
		this.streams = connection.streams();
		this.windows = connection.windows();
		this.window = new ReceiveWindow(connection.frames());
	}

	/** Tells the client of the window of the connection. */
	void begin() {
		window.begin();
	}

	// Requests

	@Override
	public void onHeadersRead(ChannelHandlerContext context, int id, Http2Headers section, int padding, boolean ends)
			throws Http2Exception {
		Http2Exchange known = streams.get(id);
		if (known != null) {
			trailers(known, section, ends);
		}
		else if (begin(id)) {
			request(id, section, ends);
		}
	}

	@Override
	public void onHeadersRead(ChannelHandlerContext context, int id, Http2Headers section, int dependency, short weight,
			boolean exclusive, int padding, boolean ends) throws Http2Exception {
		onHeadersRead(context, id, section, padding, ends);
	}

	/** Checks that a header block may begin a stream (RFC 9113 section 5.1.1). */
	private boolean begin(int id) throws Http2Exception {
		if ((id & 1) == 0) {
			throw protocolError("a client has odd stream identifiers, not " + id);
		}
		if (!streams.isIdle(id)) {
			late(id, "HEADERS");
			connection.floods().control();
			return false;
		}
		streams.begun(id);
		if (connection.refusesStreams()) {
			streams.close(id, true);
			return false;
		}
		if (streams.size() >= connection.loop().options().maxConcurrentStreams()) {
			connection.reset(id, StreamError.REFUSED);
			return false;
		}
		return true;
	}

	private void request(int id, Http2Headers section, boolean ends) {
		HeaderSection lines = (HeaderSection) section;
		RequestHead head = lines.repeated(ends);
		if (head != null) {
			connection.count(Counter.REPEAT_HEADS);
		}
		else {
			head = read(id, lines, ends);
		}
		if (head != null && head.contentLength() > connection.protocol().limits().maxBodyBytes()) {
			refuse(id, Rejection.BODY_TOO_LARGE, ends, head.method());
		}
		else if (head != null) {
			start(new Http2Exchange(id, connection, head, ends));
		}
	}

	/** Returns what a section says, or {@code null} if it was refused. */
	private @Nullable RequestHead read(int id, HeaderSection section, boolean ends) {
		RequestFields fields = connection.loop().requestFields();
		RequestHead head = fields.read(section, ends);
		if (head == null) {
			if (fields.malformed()) {
				connection.reset(id, StreamError.FIELDS);
			}
			else {
				refuse(id, fields.rejection(), ends, fields.method());
			}
		}
		return head;
	}

	private void start(Http2Exchange exchange) {
		streams.open(exchange);
		connection.streamOpened();
		connection.count(Counter.REQUESTS_STARTED);
		try {
			connection.protocol().handler().handle(exchange);
		}
		catch (Throwable ex) {
			exchange.handlerFailed(ex);
		}
	}

	/** Answers a request that no exchange is made of. */
	private void refuse(int id, Rejection rejection, boolean ends, String method) {
		connection.refused(rejection);
		byte[] text = method.equals("HEAD") ? new byte[0] : ErrorText.of(rejection).getBytes(StandardCharsets.US_ASCII);
		boolean room = text.length <= Math.min(windows.connection(), windows.initialStreamWindow());
		int length = room ? text.length : 0;
		if (!connection.heads().refusal(id, rejection.status(), length)) {
			connection.resetRefused(id, Http2Error.INTERNAL_ERROR);
			return;
		}
		if (length > 0) {
			connection.frames().data(id, length, true);
			connection.writer().write(text);
			windows.spend(length);
		}
		if (ends) {
			streams.close(id, false);
		}
		else {
			connection.resetRefused(id, Http2Error.NO_ERROR);
		}
	}

	/**
	 * A header section was larger than the decoder keeps.
	 * @param ends whether it ends its stream
	 */
	void tooLarge(int id, boolean ends) throws Http2Exception {
		Http2Exchange known = streams.get(id);
		Http2Body body = (known != null) ? known.body() : null;
		if (known != null && body != null && !body.complete()) {
			known.reject(Rejection.TRAILERS_TOO_LARGE);
		}
		else if (known != null) {
			connection.reset(id, StreamError.CLOSED);
		}
		else if (begin(id)) {
			refuse(id, Rejection.HEAD_TOO_LARGE, ends, "");
		}
	}

	private void trailers(Http2Exchange exchange, Http2Headers section, boolean ends) {
		Http2Body body = exchange.body();
		if (body == null || body.complete()) {
			connection.reset(exchange.id(), StreamError.CLOSED);
			return;
		}
		Headers trailers = ends ? connection.loop().requestFields().readTrailers((HeaderSection) section) : null;
		if (trailers == null) {
			connection.reset(exchange.id(), StreamError.FIELDS);
			return;
		}
		try {
			settle(exchange, body.end(trailers));
		}
		catch (Throwable ex) {
			exchange.handlerFailed(ex);
		}
	}

	@Override
	public int onDataRead(ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean ends)
			throws Http2Exception {
		int length = data.readableBytes();
		window.received(length + padding);
		if (length == 0 && !ends) {
			connection.floods().control();
		}
		Http2Exchange exchange = streams.get(id);
		Http2Body body = (exchange != null) ? exchange.body() : null;
		if (exchange == null) {
			requireBegun(id, "DATA");
			late(id, "DATA");
			if (!streams.closed().spend(id, length + padding)) {
				connection.floods().control();
			}
		}
		else if (body == null || body.complete()) {
			connection.reset(id, StreamError.CLOSED);
		}
		else {
			feed(exchange, body, data, padding, ends);
		}
		return length + padding;
	}

	private void feed(Http2Exchange exchange, Http2Body body, ByteBuf data, int padding, boolean ends) {
		if (!ends && body.beginRead()) {
			fed.add(exchange);
		}
		try {
			settle(exchange, body.feed(data, padding, connection.heldBytes(), ends));
		}
		catch (Throwable ex) {
			exchange.handlerFailed(ex);
		}
	}

	/** All frames that have come are read. */
	void readComplete() {
		for (Http2Exchange exchange : fed) {
			readComplete(exchange, Objects.requireNonNull(exchange.body()));
		}
		fed.clear();
	}

	private static void readComplete(Http2Exchange exchange, Http2Body body) {
		try {
			body.readComplete();
			exchange.settle();
		}
		catch (Throwable ex) {
			exchange.handlerFailed(ex);
		}
	}

	private void settle(Http2Exchange exchange, @Nullable StreamError error) {
		if (error != null) {
			connection.reset(exchange.id(), error);
		}
		else {
			exchange.settle();
		}
	}

	/**
	 * Something came on a stream that is closed (RFC 9113 section 5.1): it was on its way
	 * when this side reset the stream, or else the client has lost count.
	 */
	private void late(int id, String what) throws Http2Exception {
		if (streams.closed().containsReset(id)) {
			return;
		}
		if (streams.closed().contains(id)) {
			throw Http2Exception.connectionError(Http2Error.STREAM_CLOSED, "%s on closed stream %d", what, id);
		}
		throw protocolError(what + " on stream " + id + ", which is past");
	}

	private void requireBegun(int id, String what) throws Http2Exception {
		if (streams.isIdle(id) || (id & 1) == 0) {
			throw protocolError(what + " on stream " + id + ", which is idle");
		}
	}

	@Override
	public void onRstStreamRead(ChannelHandlerContext context, int id, long error) throws Http2Exception {
		requireBegun(id, "RST_STREAM");
		Http2Exchange exchange = streams.get(id);
		if (exchange == null) {
			connection.floods().control();
			return;
		}
		connection.count(Counter.HTTP2_STREAMS_RESET_BY_CLIENT);
		// A response that is complete but waits for a window was made for nothing as
		// well.
		boolean wasted = !exchange.ended() || !exchange.output().ended();
		connection.dropped(exchange, new AbortedException("Stream reset by the client: " + Http2Error.valueOf(error)));
		if (wasted) {
			connection.floods().reset();
		}
	}

	// Windows and settings

	@Override
	public void onWindowUpdateRead(ChannelHandlerContext context, int id, int increment) throws Http2Exception {
		if (id == 0) {
			if (!windows.add(increment)) {
				throw Http2Exception.connectionError(Http2Error.FLOW_CONTROL_ERROR, "the window is too large");
			}
		}
		else {
			requireBegun(id, "WINDOW_UPDATE");
			Http2Exchange exchange = streams.get(id);
			if (exchange != null && !exchange.output().addWindow(increment)) {
				connection.reset(id, StreamError.FLOW_CONTROL);
			}
		}
		windows.send();
	}

	@Override
	public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) throws Http2Exception {
		connection.floods().control();
		Long tableSize = settings.headerTableSize();
		if (tableSize != null) {
			connection.frames().tableSize(tableSize);
		}
		Long listSize = settings.maxHeaderListSize();
		if (listSize != null) {
			connection.frames().maxHeaderListSize(listSize);
		}
		Integer initialWindow = settings.initialWindowSize();
		if (initialWindow != null) {
			changeWindows(initialWindow);
		}
		connection.frames().settingsAck();
		windows.send();
	}

	/** RFC 9113 section 6.9.2. */
	private void changeWindows(int initial) throws Http2Exception {
		long change = (long) initial - windows.initialStreamWindow();
		windows.initialStreamWindow(initial);
		boolean good = true;
		for (Http2Exchange exchange : streams.list()) {
			good &= exchange.output().addWindow(change);
		}
		if (!good) {
			throw Http2Exception.connectionError(Http2Error.FLOW_CONTROL_ERROR, "a window is too large");
		}
	}

	@Override
	public void onSettingsAckRead(ChannelHandlerContext context) throws Http2Exception {
		if (connection.settingsAcknowledged()) {
			connection.floods().control();
		}
		connection.acknowledgeSettings();
	}

	// The connection

	@Override
	public void onPingRead(ChannelHandlerContext context, long data) throws Http2Exception {
		connection.floods().control();
		connection.frames().ping(true, data);
	}

	@Override
	public void onPingAckRead(ChannelHandlerContext context, long data) throws Http2Exception {
		connection.floods().control();
		connection.pingAcknowledged(data);
	}

	@Override
	public void onPriorityRead(ChannelHandlerContext context, int id, int dependency, short weight, boolean exclusive)
			throws Http2Exception {
		connection.floods().control();
	}

	@Override
	public void onGoAwayRead(ChannelHandlerContext context, int last, long error, ByteBuf debug) throws Http2Exception {
		connection.floods().control();
	}

	@Override
	public void onPushPromiseRead(ChannelHandlerContext context, int id, int promised, Http2Headers headers,
			int padding) throws Http2Exception {
		throw protocolError("a client does not push");
	}

	@Override
	public void onUnknownFrame(ChannelHandlerContext context, byte type, int id, Http2Flags flags, ByteBuf payload)
			throws Http2Exception {
		connection.floods().control();
	}

	private static Http2Exception protocolError(String text) {
		return Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, text);
	}

}
