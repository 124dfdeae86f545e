/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.time.Duration;

import io.fastwire.buffer.WritePool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

@ExtendWith(LeakFree.class)
class LeakFreeTests {

	@Test
	void passesWhenEveryBufferIsReleased() {
		PooledByteBufAllocator.DEFAULT.directBuffer().release();
		assertThatNoException().isThrownBy(LeakDetection::check);
	}

	@Test
	void catchesAPlantedLeak() {
		ByteBuf planted = PooledByteBufAllocator.DEFAULT.directBuffer();
		assertThatIllegalStateException().isThrownBy(() -> LeakDetection.check(Duration.ofMillis(1)));
		// its memory goes back although its scope was closed by the failure
		assertThatIllegalStateException().isThrownBy(planted::release);
	}

	@Test
	void catchesALeakedRegion() {
		WritePool pool = new WritePool(ImmediateEventExecutor.INSTANCE, UnpooledByteBufAllocator.DEFAULT, 100);
		LeakDetection.open("without the slab");
		ByteBuf planted = pool.allocate(10);
		assertThatIllegalStateException().isThrownBy(() -> LeakDetection.check(Duration.ofMillis(1)));
		assertThatIllegalStateException().isThrownBy(planted::release);
	}

	@Test
	void waitsForABufferThatAnotherThreadReleases() throws InterruptedException {
		ByteBuf late = PooledByteBufAllocator.DEFAULT.heapBuffer();
		Thread thread = new Thread(late::release);
		thread.start();
		assertThatNoException().isThrownBy(LeakDetection::check);
		thread.join();
	}

}
