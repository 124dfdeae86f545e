/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that leaves a Netty buffer unreleased: put
 * {@code @ExtendWith(LeakFree.class)} on its class. Buffers that were allocated before
 * the test, as in {@code @BeforeAll}, do not count. Run with
 * {@code -Dio.netty.util.LeakPresenceDetector.trackCreationStack=true} to see where a
 * leaked one was allocated.
 */
public final class LeakFree implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback {

	@Override
	public void beforeAll(ExtensionContext context) {
		LeakDetection.verify();
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		LeakDetection.open(context.getDisplayName());
	}

	@Override
	public void afterEach(ExtensionContext context) {
		LeakDetection.check();
	}

}
