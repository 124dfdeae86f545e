/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

/**
 * Measures how fast a request body arrives while it is waited for. Time in which the
 * application asks for nothing does not count. Loop only; times are sweeps.
 */
public final class BodyRate {

	private static final long NOT_WAITING = -1;

	private long bytes;

	private long waited;

	private long waitingSince = NOT_WAITING;

	/**
	 * Counts bytes.
	 * @param count how many arrived
	 */
	public void arrived(int count) {
		bytes += count;
	}

	/**
	 * Tells whether more of the body is waited for from now on.
	 * @param waiting whether it is
	 * @param now the current sweep
	 */
	public void waiting(boolean waiting, long now) {
		if (waiting) {
			if (waitingSince == NOT_WAITING) {
				waitingSince = now;
			}
		}
		else if (waitingSince != NOT_WAITING) {
			waited += now - waitingSince;
			waitingSince = NOT_WAITING;
		}
	}

	/**
	 * Returns how long more of the body has been waited for.
	 * @param now the current sweep
	 * @return a number of sweeps
	 */
	public long waited(long now) {
		return (waitingSince != NOT_WAITING) ? waited + now - waitingSince : waited;
	}

	/**
	 * Starts to count anew.
	 * @param now the current sweep
	 * @return how many bytes arrived before
	 */
	public long restart(long now) {
		long arrived = bytes;
		bytes = 0;
		waited = 0;
		if (waitingSince != NOT_WAITING) {
			waitingSince = now;
		}
		return arrived;
	}

}
