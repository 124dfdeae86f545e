/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Arrays;
import java.util.Objects;

import io.fastwire.http.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * A field section while it arrives: the lines that are complete, and where the next one
 * starts. Reused from one section to the next.
 */
final class FieldSection {

	final FieldLines lines = new FieldLines();

	final FieldFacts facts = new FieldFacts();

	/** Where the first incomplete line starts, in bytes from the start of the section. */
	int lineStart;

	private @Nullable Rejection rejection;

	void clear() {
		lines.clear();
		facts.clear();
		lineStart = 0;
		rejection = null;
	}

	/** Sets why the section is refused. */
	int reject(Rejection rejection) {
		this.rejection = rejection;
		return RequestHeadParser.REJECTED;
	}

	/** Returns why the section is refused; only after it was. */
	Rejection rejection() {
		return Objects.requireNonNull(rejection, "not rejected");
	}

	/**
	 * Makes the complete section immutable.
	 * @param bytes the array, copied
	 * @param from where the section starts
	 * @param to where it ends, its closing empty line included
	 * @param names knows unknown names, or {@code null} if they are not worth that
	 * @return a new block, or the empty one
	 */
	HeaderBlock toBlock(byte[] bytes, int from, int to, @Nullable FieldNameCache names) {
		return (lines.size() == 0) ? HeaderBlock.EMPTY
				: new HeaderBlock(Arrays.copyOfRange(bytes, from, to), lines, facts, names);
	}

}
