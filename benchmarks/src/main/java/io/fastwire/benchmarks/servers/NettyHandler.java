/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of one connection, or hands it over to a handler of WebSocket
 * frames. Keep-alive is taken for granted.
 */
final class NettyHandler extends ChannelInboundHandlerAdapter {

	private static final ByteBuf HELLO = Unpooled
		.unreleasableBuffer(Unpooled.directBuffer().writeBytes(Answers.HELLO.getBytes(StandardCharsets.US_ASCII)));

	private static final File FILE = Path.of(System.getProperty(Answers.FILES_PROPERTY, ""), Answers.FILE).toFile();

	private final NettyFeed feed;

	private final ByteBuf body = Unpooled.buffer(256);

	private @Nullable HttpRequest request;

	NettyHandler(NettyFeed feed) {
		this.feed = feed;
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		if (message instanceof HttpRequest head) {
			request = head;
		}
		if (message instanceof HttpContent content) {
			body.writeBytes(content.content());
			content.release();
		}
		if (message instanceof LastHttpContent && request != null) {
			answer(context, request);
			body.clear();
		}
	}

	@Override
	public void channelReadComplete(ChannelHandlerContext context) {
		context.flush();
	}

	private void answer(ChannelHandlerContext context, HttpRequest request) {
		switch (request.uri()) {
			case "/" -> respond(context, "text/plain", HELLO.duplicate());
			case "/headers" -> headers(context, request);
			case "/key" -> respond(context, "text/plain", text(Answers.key(ByteBufUtil.getBytes(body))));
			case "/json" -> respond(context, "application/json", Unpooled.wrappedBuffer(Answers.json()));
			case "/" + Answers.FILE -> file(context);
			case "/ws" -> upgrade(context, request, new NettyEcho());
			case "/feed" -> upgrade(context, request, feed.subscriber());
			case "/feed/events" -> events(context);
			case "/publish/feed" -> {
				feed.publish(ByteBufUtil.getBytes(body));
				respond(context, "text/plain", Unpooled.EMPTY_BUFFER);
			}
			default -> context.write(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NOT_FOUND));
		}
	}

	private static ByteBuf text(String text) {
		return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
	}

	private static void respond(ChannelHandlerContext context, String type, ByteBuf content) {
		DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK,
				content);
		response.headers()
			.set(HttpHeaderNames.CONTENT_TYPE, type)
			.setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
		context.write(response, context.voidPromise());
	}

	private static void headers(ChannelHandlerContext context, HttpRequest request) {
		HttpHeaders headers = request.headers();
		ByteBuf content = text(Answers.headers(request.uri(), headers.get(HttpHeaderNames.USER_AGENT),
				headers.get(HttpHeaderNames.ACCEPT)));
		DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK,
				content);
		response.headers()
			.set(HttpHeaderNames.CONTENT_TYPE, "text/plain")
			.set("X-Host", headers.get(HttpHeaderNames.HOST))
			.set(HttpHeaderNames.CACHE_CONTROL, "no-store")
			.setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
		context.write(response, context.voidPromise());
	}

	private static void file(ChannelHandlerContext context) {
		HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
		response.headers()
			.set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream")
			.set(HttpHeaderNames.CONTENT_LENGTH, FILE.length());
		context.write(response);
		context.write(new DefaultFileRegion(FILE, 0, FILE.length()));
		context.write(LastHttpContent.EMPTY_LAST_CONTENT);
	}

	private void events(ChannelHandlerContext context) {
		HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
		response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream");
		context.writeAndFlush(response);
		feed.addEvents(context.channel());
	}

	private static void upgrade(ChannelHandlerContext context, HttpRequest request,
			ChannelInboundHandlerAdapter handler) {
		WebSocketServerHandshaker handshaker = new WebSocketServerHandshakerFactory("ws://localhost", null, false)
			.newHandshaker(request);
		DefaultFullHttpRequest whole = new DefaultFullHttpRequest(request.protocolVersion(), request.method(),
				request.uri(), Unpooled.EMPTY_BUFFER, request.headers(), EmptyHttpHeaders.INSTANCE);
		context.pipeline().addLast(handler);
		handshaker.handshake(context.channel(), whole);
		context.pipeline().remove(NettyHandler.class);
	}

}
