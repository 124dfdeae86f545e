/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.LeakPresenceDetector;
import io.netty.util.LeakPresenceDetector.ResourceScope;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Counts the buffers that are in use, for {@link LeakFree}. Unlike Netty's usual leak
 * detection it does not wait for the garbage collector.
 */
public final class LeakDetection implements BeforeAllCallback {

	/*
	 * Netty asks for its detector once, when its first buffer class is loaded, so this
	 * must be there before. JUnit loads it before any test class, because it is named in
	 * META-INF/services and junit-platform.properties turns auto-detection on.
	 */

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static volatile ResourceScope scope = new ResourceScope("before any test");

	static {
		ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		open(context.getDisplayName());
	}

	/**
	 * Starts to count from zero.
	 * @param name what for
	 */
	static void open(String name) {
		scope = new ResourceScope(name);
	}

	/**
	 * Waits until every buffer that was allocated since {@link #open} is released.
	 * @throws IllegalStateException if one is not after some seconds
	 */
	static void check() {
		check(PATIENCE);
	}

	static void check(Duration patience) {
		ResourceScope checked = scope;
		long deadline = System.nanoTime() + patience.toNanos();
		while (checked.hasOpenResources() && System.nanoTime() - deadline < 0) {
			LockSupport.parkNanos(1_000_000);
		}
		if (checked.hasOpenResources()) {
			scope = new ResourceScope("after a leak");
			checked.close();
		}
	}

	/**
	 * Makes sure that buffers are counted at all.
	 * @throws IllegalStateException if Netty was loaded before this class
	 */
	static void verify() {
		open("verification");
		ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer();
		boolean counted = scope.hasOpenResources();
		buffer.release();
		if (!counted) {
			throw new IllegalStateException("Netty was loaded before " + LeakDetection.class
					+ ": are junit-platform.properties and META-INF/services of fastwire-core's tests on the class path?");
		}
	}

	private static final class Factory extends ResourceLeakDetectorFactory {

		@Override
		public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
			return new Detector<>(resource);
		}

		@Override
		@Deprecated
		public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval,
				long maxActive) {
			return new Detector<>(resource);
		}

	}

	private static final class Detector<T> extends LeakPresenceDetector<T> {

		Detector(Class<?> resource) {
			super(resource);
		}

		@Override
		protected ResourceScope currentScope() {
			return scope;
		}

	}

}
