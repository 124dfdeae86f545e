/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import io.fastwire.http.ResponseHeaders;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Fields that exchanges of a loop borrow. */
class SpareHeadersTests {

	private final SpareHeaders spare = new SpareHeaders();

	@Test
	void lendsTheSameFieldsAgainEmpty() {
		ResponseHeaders lent = spare.borrow().add("A", "1");
		spare.giveBack(lent);
		assertThat(spare.borrow()).isSameAs(lent).hasToString("[]");
	}

	@Test
	void lendsThemToOneAtATime() {
		spare.giveBack(spare.borrow());
		ResponseHeaders lent = spare.borrow();
		assertThat(spare.borrow()).isNotSameAs(lent);
	}

	@Test
	void doesNotKeepTheMemoryOfManyFields() {
		ResponseHeaders lent = spare.borrow();
		for (int i = 0; i < 65; i++) {
			lent.add("A", "1");
		}
		spare.giveBack(lent);
		assertThat(spare.borrow()).isNotSameAs(lent);
	}

}
