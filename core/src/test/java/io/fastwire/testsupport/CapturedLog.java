/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Collects what is logged in this process until it is closed: by Fastwire from DEBUG on,
 * by others from INFO on.
 */
public final class CapturedLog extends Handler implements AutoCloseable {

	private static final Logger ROOT = Logger.getLogger("");

	private static final Logger FASTWIRE = Logger.getLogger("io.fastwire");

	private final List<LogRecord> records = new CopyOnWriteArrayList<>();

	private final boolean quiet;

	private CapturedLog(boolean quiet) {
		this.quiet = quiet;
		setLevel(Level.ALL);
		FASTWIRE.setLevel(Level.FINE);
		if (quiet) {
			FASTWIRE.setUseParentHandlers(false);
			FASTWIRE.addHandler(this);
		}
		ROOT.addHandler(this);
	}

	/**
	 * Starts to collect.
	 * @return close it to stop
	 */
	public static CapturedLog start() {
		return new CapturedLog(false);
	}

	/**
	 * Starts to collect, and keeps expected errors of Fastwire out of the build log.
	 * @return close it to stop
	 */
	public static CapturedLog startQuietly() {
		return new CapturedLog(true);
	}

	/**
	 * Returns the messages at a level or above it.
	 * @param level for example {@code Level.SEVERE}, which is ERROR of System.Logger
	 * @return level, logger and text of each
	 */
	public List<String> atLeast(Level level) {
		return records.stream()
			.filter((entry) -> entry.getLevel().intValue() >= level.intValue())
			.map((entry) -> entry.getLevel() + " " + entry.getLoggerName() + ": " + entry.getMessage())
			.toList();
	}

	/**
	 * Returns the messages that an operator would see.
	 * @return those above DEBUG
	 */
	public List<String> visible() {
		return atLeast(Level.INFO);
	}

	@Override
	public void publish(LogRecord entry) {
		records.add(entry);
	}

	@Override
	public void flush() {
		// nothing is held back
	}

	@Override
	public void close() {
		ROOT.removeHandler(this);
		FASTWIRE.removeHandler(this);
		FASTWIRE.setLevel(null);
		if (quiet) {
			FASTWIRE.setUseParentHandlers(true);
		}
	}

}
