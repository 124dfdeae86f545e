/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

/** Found by its name. */
class RowAuditingImpl implements RowAuditing {

	@Override
	public String audit(long id) {
		return "audited " + id;
	}

}
