/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

import io.fastwire.http.Exchange;
import io.fastwire.http.ForwardingExchange;
import io.fastwire.http.ResponseHeaders;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * An exchange whose response body is encoded on its way out, if that turns out to be
 * worth it when the head is committed. Loop only, like what it wraps.
 */
final class CompressedExchange extends ForwardingExchange {

	/*
	 * The head. It is adjusted when the coding is chosen, right before the commit. If the
	 * server then refuses it, the application finds its own fields again, because what it
	 * sends next may not be encoded. Or what is wrapped answers by itself when it sees
	 * the head, as a cache does in place of an error: then it has ended, without an
	 * abort.
	 *
	 * The length. The field is replaced, so the server cannot hold the application to
	 * what it said. This class does: a body that is too short must not look complete.
	 */

	private static final Logger LOGGER = System.getLogger(CompressedExchange.class.getName());

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

	/** What the Content-Length said that was replaced, in plain bytes, or -1. */
	private long declared = -1;

	/** The fields without the coding, in case that the head is refused. */
	private @Nullable ResponseHeaders plainFields;

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
			ContentCoding coding = Eligibility.choose(this, options, known);
			if (coding != null) {
				begin(coding);
			}
		}
		return encoder;
	}

	/**
	 * Chooses the coding, unless the exchange has ended, and releases the data if that
	 * fails.
	 */
	private @Nullable BodyEncoder encoder(long known, ByteBuf data) {
		if (ended()) {
			return null;
		}
		try {
			return encoder(known);
		}
		catch (RuntimeException | Error ex) {
			data.release();
			throw ex;
		}
	}

	private void begin(ContentCoding coding) {
		ResponseHeaders fields = responseHeaders();
		plainFields = fields.copy();
		declared = Eligibility.declaredLength(fields);
		Eligibility.announce(fields, coding);
		try {
			if (method().equals("HEAD")) {
				// Now, because later its length would be that of the plain body.
				delegate().flushHead();
			}
			else {
				encoder = new BodyEncoder(coding, allocator());
				delegate().onAbort(this::aborted);
			}
		}
		catch (RuntimeException | Error ex) {
			refused();
			throw ex;
		}
	}

	private static void restore(ResponseHeaders from, ResponseHeaders to) {
		to.clear();
		for (int i = 0; i < from.size(); i++) {
			to.add(from.name(i), from.value(i));
		}
	}

	/** If the head was refused, another response may be tried. */
	private void refused() {
		if (committed()) {
			return;
		}
		discardEncoder();
		file = null;
		decided = false;
		plainBytes = 0;
		declared = -1;
		ResponseHeaders plain = plainFields;
		if (plain != null) {
			plainFields = null;
			restore(plain, responseHeaders());
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
		BodyEncoder current = encoder(body.readableBytes(), body);
		if (current == null) {
			super.end(body);
			return;
		}
		requireNoFile(body);
		add(current, body);
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
		if (ended() || encoder(knownLength(body)) == null) {
			super.end(body);
		}
		else {
			end(utf8(body));
		}
	}

	/**
	 * To measure text is to encode it for the server, which would be for nothing here.
	 */
	private long knownLength(String body) {
		boolean longEnough = body.length() >= options.minBytes() && !responseHeaders().contains("Content-Length");
		return longEnough ? body.length() : utf8Length(body);
	}

	private static ByteBuf utf8(String text) {
		return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
	}

	/** Takes ownership. More bytes than were declared are dropped. */
	private void add(BodyEncoder current, ByteBuf data) {
		long left = declared - plainBytes;
		if (declared >= 0 && data.readableBytes() > left) {
			LOGGER.log(Level.WARNING,
					response() + " has more bytes than its Content-Length says; the surplus is dropped");
			data.writerIndex(data.readerIndex() + (int) left);
		}
		plainBytes += data.readableBytes();
		current.add(data);
	}

	private String response() {
		return "The response to " + method() + " \"" + target().path() + '"';
	}

	private void finish(BodyEncoder current) {
		if (plainBytes < declared) {
			LOGGER.log(Level.ERROR,
					response() + " ended after " + plainBytes + " of " + declared + " bytes and is cut off");
			abort(new IllegalStateException("Response shorter than its Content-Length"));
			return;
		}
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
		BodyEncoder current = encoder(-1, data);
		if (current == null) {
			return super.write(data);
		}
		requireNoFile(data);
		add(current, data);
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
			boolean room = delegate().write(encoded);
			endIfReplaced();
			return room;
		}
		catch (RuntimeException ex) {
			refused();
			throw ex;
		}
	}

	/** Gives up what nobody will end any more. */
	private void endIfReplaced() {
		if (encoder != null && delegate().ended()) {
			giveUp(new CancellationException("Another response was sent"));
		}
	}

	/** Once a turn, so that many small parts in a row compress well. */
	private void arrangeFlush() {
		if (!flushArranged) {
			flushArranged = true;
			delegate().execute(this::flushEncoder);
		}
	}

	private void flushEncoder() {
		BodyEncoder current = encoder;
		if (flushArranged && current != null && !ended()) {
			pass(current.flush());
		}
		flushArranged = false;
	}

	/** Costs compression, for what comes in the same turn does not go with it. */
	@Override
	public void flush() {
		flushEncoder();
		super.flush();
	}

	@Override
	public void flushHead() {
		encoder(-1);
		try {
			super.flushHead();
			endIfReplaced();
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
		long length = (declared >= 0) ? Math.min(count, declared - plainBytes) : count;
		EncodedFile started = new EncodedFile(this, file, position, length, done);
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
		add(current, piece);
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
		try {
			giveUp(cause);
		}
		finally {
			onAbort.accept(cause);
		}
	}

	private void giveUp(Throwable cause) {
		discardEncoder();
		EncodedFile current = file;
		file = null;
		if (current != null) {
			current.failed(cause);
		}
	}

}
