/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Objects;

import io.fastwire.http.Rejection;
import io.fastwire.internal.bytes.Ascii;
import io.fastwire.internal.bytes.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * The line in front of each chunk: its size and its extensions, which are checked and
 * ignored (RFC 9112 sections 7.1 and 7.1.1). Takes one byte at a time, so that it does
 * not matter how they arrive.
 *
 * <pre>
 *  state          byte: next state; any other byte is refused
 *  START          digit: SIZE
 *  SIZE           digit: SIZE          blank: AFTER_SIZE    ;: BEFORE_NAME   CR: CR
 *  AFTER_SIZE                          blank: AFTER_SIZE    ;: BEFORE_NAME
 *  BEFORE_NAME    token: NAME          blank: BEFORE_NAME
 *  NAME           token: NAME          blank: AFTER_NAME    ;: BEFORE_NAME   CR: CR   =: BEFORE_VALUE
 *  AFTER_NAME                          blank: AFTER_NAME    ;: BEFORE_NAME            =: BEFORE_VALUE
 *  BEFORE_VALUE   token: TOKEN         blank: BEFORE_VALUE  ": QUOTED
 *  TOKEN          token: TOKEN         blank: AFTER_VALUE   ;: BEFORE_NAME   CR: CR
 *  QUOTED         text: QUOTED         \: ESCAPE            ": AFTER_QUOTED
 *  ESCAPE         text: QUOTED
 *  AFTER_QUOTED                        blank: AFTER_VALUE   ;: BEFORE_NAME   CR: CR
 *  AFTER_VALUE                         blank: AFTER_VALUE   ;: BEFORE_NAME
 *  CR             LF: the line is complete
 * </pre>
 */
final class ChunkLine {

	/** The most digits of a size that always fits in a {@code long}. */
	static final int MAX_SIGNIFICANT_DIGITS = 15;

	/** The most digits with leading zeros, which no sender needs. */
	static final int MAX_DIGITS = 32;

	private enum State {

		/** No digit yet. */
		START,

		/** Behind a digit. */
		SIZE,

		/** Behind a blank behind the size; only an extension may follow. */
		AFTER_SIZE,

		/** Behind a semicolon. */
		BEFORE_NAME,

		/** Inside the name of an extension. */
		NAME,

		/** Behind a blank behind a name; only a value or an extension may follow. */
		AFTER_NAME,

		/** Behind an equals sign. */
		BEFORE_VALUE,

		/** Inside a value that is a token. */
		TOKEN,

		/** Inside a quoted value. */
		QUOTED,

		/** Behind a backslash in a quoted value. */
		ESCAPE,

		/** Behind the closing quote. */
		AFTER_QUOTED,

		/** Behind a blank behind a value; only an extension may follow. */
		AFTER_VALUE,

		/** Behind the carriage return. */
		CR

	}

	private final int maxBytes;

	private State state = State.START;

	private int length;

	private long size;

	private @Nullable Rejection rejection;

	/**
	 * Creates a line.
	 * @param maxBytes the largest line without its CRLF
	 */
	ChunkLine(int maxBytes) {
		this.maxBytes = maxBytes;
	}

	/** Starts the next line. */
	void clear() {
		state = State.START;
		length = 0;
		size = 0;
	}

	/** Returns the size of the chunk; only when the line is complete. */
	long size() {
		return size;
	}

	/** Returns how many bytes were taken, the CRLF not counted. */
	int length() {
		return length;
	}

	/** Returns why the line is refused; only after it was. */
	Rejection rejection() {
		return Objects.requireNonNull(rejection, "not rejected");
	}

	/**
	 * Takes a byte.
	 * @return whether the line is complete (1), goes on (0) or is refused (-1)
	 */
	int accept(byte b) {
		if (state == State.CR) {
			return (b == '\n') ? 1 : reject(Rejection.LINE_ENDING_MALFORMED);
		}
		if (b == '\r' && mayEnd()) {
			state = State.CR;
			return 0;
		}
		length++;
		if (state == State.START || state == State.SIZE) {
			return acceptSize(b);
		}
		State next = next(b);
		if (next == null || length > maxBytes) {
			return rejectExtension(b);
		}
		state = next;
		return 0;
	}

	private boolean mayEnd() {
		return switch (state) {
			case SIZE, NAME, TOKEN, AFTER_QUOTED -> true;
			default -> false;
		};
	}

	private int acceptSize(byte b) {
		int digit = Numbers.hexDigit(b);
		if (digit < 0) {
			return endSize(b);
		}
		size = (size << 4) | digit;
		boolean fits = size >>> (4 * MAX_SIGNIFICANT_DIGITS) == 0 && length <= Math.min(MAX_DIGITS, maxBytes);
		state = State.SIZE;
		return fits ? 0 : reject(Rejection.CHUNK_SIZE_MALFORMED);
	}

	private int endSize(byte b) {
		if (state == State.SIZE && b == ';') {
			state = State.BEFORE_NAME;
			return 0;
		}
		if (state == State.SIZE && Ascii.isBlank(b)) {
			state = State.AFTER_SIZE;
			return 0;
		}
		return reject((b == '\n') ? Rejection.LINE_ENDING_MALFORMED : Rejection.CHUNK_SIZE_MALFORMED);
	}

	/**
	 * The state behind a byte of an extension, or {@code null} if it may not stand there.
	 */
	private @Nullable State next(byte b) {
		boolean blank = Ascii.isBlank(b);
		return switch (state) {
			case AFTER_SIZE, AFTER_VALUE -> blank ? state : (b == ';') ? State.BEFORE_NAME : null;
			case BEFORE_NAME -> blank ? state : Ascii.isToken(b) ? State.NAME : null;
			case NAME -> Ascii.isToken(b) ? state : afterName(b);
			case AFTER_NAME -> afterName(b);
			case BEFORE_VALUE -> blank ? state : (b == '"') ? State.QUOTED : Ascii.isToken(b) ? State.TOKEN : null;
			case TOKEN -> Ascii.isToken(b) ? state : afterValue(b);
			case QUOTED -> isControl(b) ? null : (b == '"') ? State.AFTER_QUOTED : (b == '\\') ? State.ESCAPE : state;
			case ESCAPE -> isControl(b) ? null : State.QUOTED;
			case AFTER_QUOTED -> afterValue(b);
			default -> null;
		};
	}

	private static @Nullable State afterName(byte b) {
		return Ascii.isBlank(b) ? State.AFTER_NAME : (b == '=') ? State.BEFORE_VALUE : afterValue(b);
	}

	private static @Nullable State afterValue(byte b) {
		return Ascii.isBlank(b) ? State.AFTER_VALUE : (b == ';') ? State.BEFORE_NAME : null;
	}

	/** RFC 9110 section 5.6.4: all but control bytes, HTAB excepted. */
	private static boolean isControl(byte b) {
		return (b >= 0 && b < ' ' && b != '\t') || b == 0x7F;
	}

	private int rejectExtension(byte b) {
		if (b == '\n') {
			return reject(Rejection.LINE_ENDING_MALFORMED);
		}
		boolean size = state == State.AFTER_SIZE && length <= maxBytes;
		return reject(size ? Rejection.CHUNK_SIZE_MALFORMED : Rejection.CHUNK_EXTENSION_MALFORMED);
	}

	private int reject(Rejection rejection) {
		this.rejection = rejection;
		return -1;
	}

}
