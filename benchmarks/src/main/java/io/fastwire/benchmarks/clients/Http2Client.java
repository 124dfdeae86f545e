/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.fastwire.benchmarks.servers.Answers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslContext;
import io.netty.util.collection.IntObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One connection of {@link Http2Load}: frames by Netty, but none of its streams and
 * windows, which would cost the client more than the server.
 */
final class Http2Client extends ByteToMessageDecoder implements LoadConnection {

	private static final int FRAME_HEADER_BYTES = 9;

	/** The receive window of the connection, opened again when half of it is used. */
	private static final int WINDOW = 1 << 30;

	private final ClosedLoad load;

	private final @Nullable SslContext tls;

	private final int concurrent;

	private final CompletableFuture<Void> checked = new CompletableFuture<>();

	private final DefaultHttp2FrameReader reader = new DefaultHttp2FrameReader();

	private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();

	private final Http2Headers request;

	private final ByteBuf block = Unpooled.buffer();

	private final IntObjectHashMap<Stream> streams = new IntObjectHashMap<>();

	private final Frames frames = new Frames();

	private @Nullable ChannelHandlerContext context;

	/** What leaves when all that has come is read. */
	private @Nullable ByteBuf out;

	private int nextStream = 1;

	private int window = WINDOW;

	/**
	 * Makes a client.
	 * @param tls what the connection is secured by, {@code null} for clear text
	 * @param streams how many there are at a time
	 */
	Http2Client(ClosedLoad load, @Nullable SslContext tls, int streams) {
		this.load = load;
		this.tls = tls;
		this.concurrent = streams;
		this.request = new DefaultHttp2Headers().method("GET")
			.scheme((tls != null) ? "https" : "http")
			.authority("localhost")
			.path("/")
			.add("user-agent", "curl/7.68.0")
			.add("accept", "*/*");
	}

	@Override
	public ChannelHandler[] handlers() {
		return (tls != null) ? new ChannelHandler[] { tls.newHandler(ByteBufAllocator.DEFAULT), this }
				: new ChannelHandler[] { this };
	}

	@Override
	public CompletableFuture<Void> checked() {
		return checked;
	}

	@Override
	public void start() {
		open(concurrent);
	}

	/** Sends as many requests. */
	private void open(int count) {
		for (int i = 0; i < count; i++) {
			request(new Stream());
		}
		flush();
	}

	@Override
	public int waiting() {
		return streams.size();
	}

	private void request(Stream stream) {
		stream.begin();
		int id = nextStream;
		nextStream += 2;
		streams.put(id, stream);
		try {
			encoder.encodeHeaders(id, request, block.clear());
		}
		catch (Http2Exception ex) {
			throw new IllegalStateException(ex);
		}
		int flags = new Http2Flags().endOfHeaders(true).endOfStream(true).value();
		header(block.readableBytes(), Http2FrameTypes.HEADERS, flags, id).writeBytes(block);
	}

	private ByteBuf header(int length, int type, int flags, int stream) {
		ChannelHandlerContext context = this.context;
		if (context == null) {
			throw new IllegalStateException("Not connected");
		}
		ByteBuf out = this.out;
		if (out == null) {
			out = context.alloc().buffer(1024);
			this.out = out;
		}
		out.ensureWritable(FRAME_HEADER_BYTES + length);
		return out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
	}

	private void flush() {
		ByteBuf out = this.out;
		ChannelHandlerContext context = this.context;
		if (out != null && context != null) {
			this.out = null;
			context.writeAndFlush(out, context.voidPromise());
		}
	}

	@Override
	public void channelActive(ChannelHandlerContext context) {
		this.context = context;
		context.write(Http2CodecUtil.connectionPrefaceBuf());
		header(0, Http2FrameTypes.SETTINGS, 0, 0);
		header(4, Http2FrameTypes.WINDOW_UPDATE, 0, 0).writeInt(WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
		open(1);
	}

	@Override
	protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> messages) throws Http2Exception {
		reader.readFrame(context, in, frames);
	}

	@Override
	public void channelReadComplete(ChannelHandlerContext context) throws Exception {
		super.channelReadComplete(context);
		flush();
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		failed(new IOException("The server has closed the connection"));
	}

	@Override
	protected void handlerRemoved0(ChannelHandlerContext context) {
		reader.close();
		encoder.close();
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		failed(cause);
		context.close();
	}

	private void failed(Throwable cause) {
		checked.completeExceptionally(cause);
		load.fail(cause);
	}

	private void ended(int id, Stream stream) throws IOException {
		if (!stream.right()) {
			throw new IOException("The answer is not what it must be");
		}
		streams.remove(id);
		if (!checked.isDone()) {
			checked.complete(null);
		}
		else if (load.answered(System.nanoTime() - stream.sent)) {
			request(stream);
		}
	}

	/** A request and how much of its answer has come. */
	private static final class Stream {

		private static final byte[] ANSWER = Answers.HELLO.getBytes(StandardCharsets.US_ASCII);

		private long sent;

		private boolean good;

		private int received;

		void begin() {
			sent = System.nanoTime();
			good = false;
			received = 0;
		}

		void head(Http2Headers head) {
			good = "200".contentEquals(head.status());
		}

		void data(ByteBuf data) {
			int length = data.readableBytes();
			good &= received + length <= ANSWER.length;
			for (int i = 0; good && i < length; i++) {
				good = data.getByte(data.readerIndex() + i) == ANSWER[received + i];
			}
			received += length;
		}

		boolean right() {
			return good && received == ANSWER.length;
		}

	}

	/** What comes in. */
	private final class Frames extends Http2FrameAdapter {

		@Override
		public void onHeadersRead(ChannelHandlerContext context, int id, Http2Headers head, int dependency,
				short weight, boolean exclusive, int padding, boolean ends) {
			onHeadersRead(context, id, head, padding, ends);
		}

		@Override
		public void onHeadersRead(ChannelHandlerContext context, int id, Http2Headers head, int padding, boolean ends) {
			Stream stream = streams.get(id);
			if (stream != null && head.status() != null) {
				stream.head(head);
			}
			end(id, stream, ends);
		}

		@Override
		public int onDataRead(ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean ends) {
			Stream stream = streams.get(id);
			int length = data.readableBytes() + padding;
			window -= length;
			if (window < WINDOW / 2) {
				header(4, Http2FrameTypes.WINDOW_UPDATE, 0, 0).writeInt(WINDOW - window);
				window = WINDOW;
			}
			if (stream != null) {
				stream.data(data);
			}
			end(id, stream, ends);
			return length;
		}

		private void end(int id, @Nullable Stream stream, boolean ends) {
			if (stream != null && ends) {
				try {
					ended(id, stream);
				}
				catch (IOException ex) {
					failed(ex);
				}
			}
		}

		@Override
		public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) throws Http2Exception {
			Long table = settings.headerTableSize();
			if (table != null) {
				encoder.maxHeaderTableSize(Math.min(table, Http2CodecUtil.DEFAULT_HEADER_TABLE_SIZE));
			}
			header(0, Http2FrameTypes.SETTINGS, new Http2Flags().ack(true).value(), 0);
		}

		@Override
		public void onPingRead(ChannelHandlerContext context, long data) {
			header(8, Http2FrameTypes.PING, new Http2Flags().ack(true).value(), 0).writeLong(data);
		}

		@Override
		public void onRstStreamRead(ChannelHandlerContext context, int id, long error) {
			failed(new IOException("The server has reset stream " + id + ": " + error));
		}

		@Override
		public void onGoAwayRead(ChannelHandlerContext context, int last, long error, ByteBuf debug) {
			failed(new IOException("The server has said goodbye: " + error));
		}

	}

}
