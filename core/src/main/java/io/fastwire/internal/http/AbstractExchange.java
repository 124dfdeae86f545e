/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Objects;
import java.util.function.Consumer;

import io.fastwire.http.ResponseHeaders;
import io.fastwire.internal.io.LoopConnection;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A request and its response, whatever the version of HTTP: this class is the response
 * half, as far as it is the same for all. What a version adds is how a head, a piece of
 * the body and their end look on the wire. Loop only, but for what
 * {@link io.fastwire.http.Exchange} allows.
 *
 * @param <C> the connection of one HTTP version
 */
public abstract class AbstractExchange<C extends LoopConnection> extends AbstractResponseHead<C> {

	private long written;

	/**
	 * Creates an exchange.
	 * @param connection where the request came from
	 */
	protected AbstractExchange(C connection) {
		super(connection);
	}

	// The head

	/**
	 * Tells whether the client knows how much of the response it still has to get.
	 * @return whether the head is written, and with a length
	 */
	public final boolean hasDeclaredLength() {
		return committed() && !ended() && progress().declared >= 0;
	}

	@Override
	public final void flushHead() {
		if (!committed()) {
			commit(-1, false);
		}
	}

	/**
	 * Writes the head.
	 * @param known the length of the body in bytes, or -1 if that is not known
	 * @param last whether the application gives nothing after that body
	 * @throws IllegalArgumentException if the application set a field that must not be
	 * sent; nothing is written then
	 */
	private void commit(long known, boolean last) {
		ResponseHeaders headers = fields();
		long promised = ResponseLength.declared(headers);
		boolean hasBody = ResponseLength.hasBody(this);
		if (hasBody) {
			if (promised >= 0 && known >= 0 && known < promised) {
				failShort(known, promised);
				return;
			}
			long length = (promised >= 0) ? promised : known;
			writeHead(headers, length, true, last && length == 0);
		}
		else {
			writeHead(headers, ResponseLength.bodiless(status(), promised, known), false, last);
		}
	}

	/**
	 * Nothing is written yet, so that a response that is too short can become an error.
	 */
	private void failShort(long known, long promised) {
		LengthMismatch.knownTooShort(this, known, promised);
		becomeServerError();
		commit(0, true);
		progress().bodiless = true;
	}

	/**
	 * Tells that the head is written: status and fields are fixed from now on.
	 * @param declared how long the body must become, or -1 if that is open
	 * @param hasBody whether any of it is sent
	 */
	protected final void headWritten(long declared, boolean hasBody) {
		commit();
		ResponseProgress progress = progress();
		progress.declared = declared;
		progress.bodiless = !hasBody;
	}

	// The body

	@Override
	public final void end() {
		if (ended()) {
			return;
		}
		if (!committed()) {
			commit(0, true);
		}
		complete();
	}

	@Override
	public final void end(ByteBuf body) {
		if (ended()) {
			body.release();
			return;
		}
		send(body, body.readableBytes(), true);
		complete();
	}

	@Override
	public final void end(byte[] body, int offset, int length) {
		if (!ended()) {
			send(body, offset, length, true);
			complete();
		}
	}

	@Override
	public final void end(String body) {
		if (!ended()) {
			send(body, true);
			complete();
		}
	}

	@Override
	public final boolean write(ByteBuf data) {
		if (ended()) {
			data.release();
			return false;
		}
		send(data, -1, false);
		return writable();
	}

	@Override
	public final boolean write(byte[] data, int offset, int length) {
		if (!ended()) {
			send(data, offset, length, false);
		}
		return writable();
	}

	@Override
	public final boolean write(String text) {
		if (!ended()) {
			send(text, false);
		}
		return writable();
	}

	/** Takes ownership. */
	private void send(ByteBuf data, long known, boolean last) {
		int length = 0;
		try {
			length = admit(data.readableBytes(), known, last);
		}
		finally {
			if (length == 0) {
				data.release();
			}
		}
		if (length != 0) {
			writeBody(data.writerIndex(data.readerIndex() + length), isLast(last));
		}
	}

	private void send(byte[] data, int offset, int length, boolean last) {
		Objects.checkFromIndexSize(offset, length, data.length);
		int admitted = admit(length, last ? length : -1, last);
		if (admitted != 0) {
			writeBody(data, offset, admitted, isLast(last));
		}
	}

	private void send(String text, boolean last) {
		int length = utf8Length(text);
		int admitted = admit(length, last ? length : -1, last);
		if (admitted == 0 || (admitted == length && writeBody(text, length, isLast(last)))) {
			return;
		}
		ByteBuf data = pool().encode(text);
		writeBody(data.writerIndex(data.readerIndex() + admitted), isLast(last));
	}

	/** A response that is too short must not look complete. */
	private boolean isLast(boolean last) {
		long declared = progress().declared;
		return last && (declared < 0 || written == declared);
	}

	/**
	 * Commits, and decides how much of a piece of the body is sent.
	 * @param known as for {@link #commit}
	 * @return how many of the bytes
	 */
	private int admit(int length, long known, boolean last) {
		if (!committed()) {
			commit(known, last);
		}
		ResponseProgress progress = progress();
		if (progress.transferring) {
			throw new IllegalStateException("A file is being sent");
		}
		if (progress.bodiless || ended()) {
			return 0;
		}
		int admitted = length;
		long declared = progress.declared;
		if (declared >= 0 && length > declared - written) {
			LengthMismatch.surplus(this);
			admitted = (int) (declared - written);
		}
		written += admitted;
		return admitted;
	}

	@Override
	public final void sendFile(FileChannel file, long position, long count, Consumer<@Nullable Throwable> done) {
		ResponseProgress progress = progress();
		if (!ended() && progress.transferring) {
			throw new IllegalStateException("A file is being sent");
		}
		flushHead();
		if (ended()) {
			Throwable cause = abortCause();
			done.accept((cause != null) ? cause : new IllegalStateException("The response has ended"));
			return;
		}
		long declared = progress.declared;
		long length = (declared >= 0) ? Math.min(count, declared - written) : count;
		if (length <= 0 || progress.bodiless) {
			done.accept(null);
			return;
		}
		written += length;
		progress.transferring = true;
		try {
			transfer(file, position, length, (failure) -> transferred(failure, done));
		}
		catch (Throwable ex) {
			written -= length;
			transferred(ex, done);
		}
	}

	private void transferred(@Nullable Throwable failure, Consumer<@Nullable Throwable> done) {
		if (!ended()) {
			progress().transferring = false;
		}
		if (failure != null) {
			abort(failure);
		}
		try {
			done.accept(failure);
		}
		catch (Throwable ex) {
			handlerFailed(ex);
		}
		if (!ended() && progress().endWanted) {
			complete();
		}
	}

	/**
	 * Tells whether part of a file is on its way.
	 * @return whether it was when the exchange was aborted; of one that ended otherwise
	 * this must not be asked
	 */
	protected final boolean transferring() {
		return progress().transferring;
	}

	@Override
	public final void flush() {
		if (!ended()) {
			writer().flush();
		}
	}

	@Override
	public final long writeOffset() {
		return written;
	}

	private void complete() {
		if (ended()) {
			return;
		}
		ResponseProgress progress = progress();
		if (progress.transferring) {
			progress.endWanted = true;
			return;
		}
		long declared = progress.declared;
		if (declared >= 0 && written < declared) {
			LengthMismatch.endedTooShort(this, written, declared);
			abort(new IllegalStateException("Response shorter than its Content-Length"));
			return;
		}
		writeEnd();
		finish();
		responseComplete();
	}

	// What a version of HTTP adds

	/**
	 * Writes the head, unless a field must not be sent, and calls {@link #headWritten}.
	 * @param headers fields of the response, not to be changed
	 * @param length of the body, or for want of one what Content-Length says of it; -1 if
	 * there is none
	 * @param hasBody whether what is written behind it is sent
	 * @param ends whether nothing is written behind it
	 * @throws IllegalArgumentException if a field must not be sent
	 */
	protected abstract void writeHead(ResponseHeaders headers, long length, boolean hasBody, boolean ends);

	/**
	 * Writes a piece of the body, of at least one byte.
	 * @param data ownership passes to the writer
	 * @param last whether it is the last
	 */
	protected abstract void writeBody(ByteBuf data, boolean last);

	/**
	 * Writes a piece of the body, of at least one byte.
	 * @param data copied before the call returns
	 * @param offset of the first
	 * @param length how many
	 * @param last whether it is the last
	 */
	protected abstract void writeBody(byte[] data, int offset, int length, boolean last);

	/**
	 * Writes a piece of the body, if it can be encoded where it is going.
	 * @param text the piece
	 * @param length of the text in bytes, at least one
	 * @param last whether it is the last
	 * @return whether it was written
	 */
	protected abstract boolean writeBody(String text, int length, boolean last);

	/**
	 * Writes part of a file.
	 * @param file the file
	 * @param position of the first byte
	 * @param length how many, at least one
	 * @param done told what failed, or {@code null} when another piece may be written
	 * @throws IOException if the file is shorter than that or cannot be read, or another
	 * exception of the file's; nothing of it is written then
	 */
	protected abstract void transfer(FileChannel file, long position, long length, Consumer<@Nullable Throwable> done)
			throws IOException;

	/** Writes what tells the client that the body is complete, if it does not know. */
	protected abstract void writeEnd();

	/** The response is complete; the request body may not be. */
	protected abstract void responseComplete();

}
