/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import javax.net.ssl.SSLSession;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * TLS between a connection and its socket: Netty's handler of it, which stands in front
 * of the connection. Loop only, but for the session.
 */
final class TlsLayer {

	private final SslHandler handler;

	private TlsLayer(SslHandler handler) {
		this.handler = handler;
	}

	/** Returns the layer of a channel, or {@code null} for clear text. */
	static @Nullable TlsLayer of(Channel channel) {
		SslHandler handler = channel.pipeline().get(SslHandler.class);
		return (handler != null) ? new TlsLayer(handler) : null;
	}

	SSLSession session() {
		return handler.engine().getSession();
	}

	/** Tells whether nothing more can be sent. */
	boolean outputClosed() {
		return handler.engine().isOutboundDone();
	}

	/**
	 * Sends close_notify, then FIN. What still comes is dropped without being decrypted,
	 * which not all engines would do from then on.
	 */
	void shutdownOutput(DuplexChannel channel) {
		handler.closeOutbound().addListener((sent) -> {
			if (channel.isOpen()) {
				channel.pipeline().replace(handler, null, new InputDropper());
				channel.shutdownOutput();
			}
		});
	}

	/** Returns what the handler has found wrong, or what was caught. */
	static Throwable origin(Throwable caught) {
		Throwable cause = caught.getCause();
		return (caught instanceof DecoderException && cause != null) ? cause : caught;
	}

	private static final class InputDropper extends ChannelInboundHandlerAdapter {

		@Override
		public void channelRead(ChannelHandlerContext context, Object message) {
			ReferenceCountUtil.release(message);
		}

	}

}
