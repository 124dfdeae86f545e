/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.Extension;

/**
 * Lets {@code await()} wait longer than Awaitility's ten seconds, which a busy machine
 * can pass. Found by auto-detection, as {@link LeakDetection} is.
 */
public final class Patience implements Extension {

	static {
		Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
	}

}
