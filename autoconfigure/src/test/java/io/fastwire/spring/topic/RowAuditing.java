/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

/**
 * A fragment of a repository: Spring Data finds its implementation and makes it a bean.
 */
interface RowAuditing {

	@PublishTo("audit/{id}")
	String audit(long id);

}
