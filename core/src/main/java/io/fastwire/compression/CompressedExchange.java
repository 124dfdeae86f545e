/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

import io.fastwire.http.Exchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * An exchange whose response body is encoded on its way out, if that turns out to be
 * worth it when the head is committed. Loop only, like what it wraps.
 */
final class CompressedExchange extends ForwardingExchange {

	private final CompressionOptions options;

	/** Whether the coding has been chosen, maybe none. */
	private boolean decided;

	/** {@code null} while the body goes as it is. */
	private @Nullable BodyEncoder encoder;

	/** A file on its way through the encoder. */
	private @Nullable EncodedFile file;

	private boolean endWanted;

	private boolean flushArranged;

	private long plainBytes;

	private @Nullable Runnable onWritable;

	private Consumer<Throwable> onAbort = (cause) -> {
	};

	CompressedExchange(Exchange delegate, CompressionOptions options) {
		super(delegate);
		this.options = options;
	}

	/**
	 * Chooses the coding before the head is committed.
	 * @param known the length of the whole body in bytes, or -1
	 * @return what the body must go through, or {@code null}
	 */
	private @Nullable BodyEncoder encoder(long known) {
		if (!decided && !committed()) {
			decided = true;
			ContentCoding coding = Eligibility.apply(this, options, known);
			if (coding != null && !method().equals("HEAD")) {
				encoder = new BodyEncoder(coding, allocator());
				delegate().onAbort(this::aborted);
			}
		}
		return encoder;
	}

	/** If the head was refused, another response may be tried. */
	private void refused() {
		if (!committed()) {
			discardEncoder();
			file = null;
			decided = false;
		}
	}

	private void discardEncoder() {
		BodyEncoder unfinished = encoder;
		encoder = null;
		if (unfinished != null) {
			unfinished.discard();
		}
	}

	// Whole bodies and last parts

	@Override
	public void end() {
		if (file != null) {
			endWanted = true;
			return;
		}
		BodyEncoder current = (decided) ? encoder : encoder(0);
		if (current == null) {
			super.end();
		}
		else {
			finish(current);
		}
	}

	@Override
	public void end(ByteBuf body) {
		BodyEncoder current = ended() ? null : encoder(body.readableBytes());
		if (current == null) {
			super.end(body);
			return;
		}
		requireNoFile(body);
		plainBytes += body.readableBytes();
		current.add(body);
		finish(current);
	}

	@Override
	public void end(byte[] body, int offset, int length) {
		if (ended() || encoder(length) == null) {
			super.end(body, offset, length);
		}
		else {
			end(Unpooled.wrappedBuffer(body, offset, length));
		}
	}

	@Override
	public void end(String body) {
		if (ended() || encoder(utf8Length(body)) == null) {
			super.end(body);
		}
		else {
			end(utf8(body));
		}
	}

	private static ByteBuf utf8(String text) {
		return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
	}

	private void finish(BodyEncoder current) {
		encoder = null;
		try {
			delegate().end(current.finish());
		}
		catch (RuntimeException ex) {
			refused();
			throw ex;
		}
	}

	// Parts

	@Override
	public boolean write(ByteBuf data) {
		BodyEncoder current = ended() ? null : encoder(-1);
		if (current == null) {
			return super.write(data);
		}
		requireNoFile(data);
		plainBytes += data.readableBytes();
		current.add(data);
		arrangeFlush();
		return pass(current.take());
	}

	@Override
	public boolean write(byte[] data, int offset, int length) {
		return (ended() || encoder(-1) == null) ? super.write(data, offset, length)
				: write(Unpooled.wrappedBuffer(data, offset, length));
	}

	@Override
	public boolean write(String text) {
		return (ended() || encoder(-1) == null) ? super.write(text) : write(utf8(text));
	}

	/** Takes ownership. */
	private boolean pass(ByteBuf encoded) {
		try {
			return delegate().write(encoded);
		}
		catch (RuntimeException ex) {
			refused();
			throw ex;
		}
	}

	/** Once a turn, so that many small parts in a row compress well. */
	private void arrangeFlush() {
		if (!flushArranged) {
			flushArranged = true;
			delegate().execute(() -> {
				flushArranged = false;
				BodyEncoder current = encoder;
				if (current != null && !ended()) {
					pass(current.flush());
				}
			});
		}
	}

	@Override
	public void flushHead() {
		encoder(-1);
		try {
			super.flushHead();
		}
		catch (RuntimeException ex) {
			refused();
			throw ex;
		}
	}

	@Override
	public void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		BodyEncoder current = ended() ? null : encoder(-1);
		if (current == null) {
			super.sendFile(file, position, count, done);
			return;
		}
		if (this.file != null) {
			throw new IllegalStateException("A file is being sent");
		}
		EncodedFile started = new EncodedFile(this, file, position, count, done);
		this.file = started;
		started.advance();
	}

	/** Encodes a piece of the file. */
	boolean writePiece(ByteBuf piece) {
		BodyEncoder current = encoder;
		if (current == null) {
			piece.release();
			return false;
		}
		plainBytes += piece.readableBytes();
		current.add(piece);
		return pass(current.take());
	}

	void fileSent(@Nullable Throwable failure, Consumer<@Nullable Throwable> done) {
		file = null;
		if (failure != null) {
			abort(failure);
		}
		done.accept(failure);
		if (failure == null && endWanted) {
			end();
		}
	}

	private void requireNoFile(ByteBuf data) {
		if (file != null) {
			data.release();
			throw new IllegalStateException("A file is being sent");
		}
	}

	@Override
	public long writeOffset() {
		return (plainBytes > 0) ? plainBytes : super.writeOffset();
	}

	// Callbacks

	@Override
	public void onWritable(@Nullable Runnable task) {
		onWritable = task;
		delegate().onWritable(this::becameWritable);
	}

	/** For the file, which keeps the callback of the application. */
	void awaitWritable() {
		delegate().onWritable(this::becameWritable);
	}

	private void becameWritable() {
		EncodedFile current = file;
		if (current != null) {
			current.advance();
		}
		else if (onWritable != null) {
			onWritable.run();
		}
	}

	@Override
	public void onAbort(Consumer<Throwable> task) {
		onAbort = task;
		delegate().onAbort(this::aborted);
	}

	private void aborted(Throwable cause) {
		discardEncoder();
		EncodedFile current = file;
		file = null;
		try {
			if (current != null) {
				current.failed(cause);
			}
		}
		finally {
			onAbort.accept(cause);
		}
	}

}
