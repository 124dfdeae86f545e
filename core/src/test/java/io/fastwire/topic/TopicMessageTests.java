/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ManualLoop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class TopicMessageTests {

	private final AtomicInteger encodings = new AtomicInteger();

	private final WireForm<ByteBuf> quoted = (message) -> {
		encodings.incrementAndGet();
		return PooledByteBufAllocator.DEFAULT.directBuffer()
			.writeByte('"')
			.writeBytes(message.payload().duplicate())
			.writeByte('"');
	};

	private final WireForm<ByteBuf> reversed = (message) -> {
		encodings.incrementAndGet();
		String text = message.payload().toString(StandardCharsets.UTF_8);
		return TopicDeliveryTests.pooled(new StringBuilder(text).reverse().toString());
	};

	@Test
	void isEncodedOnceInEachForm() {
		TopicMessage message = message("abc");
		for (int i = 0; i < 3; i++) {
			assertThat(message.encoded(quoted).toString(StandardCharsets.UTF_8)).isEqualTo("\"abc\"");
			assertThat(message.encoded(reversed).toString(StandardCharsets.UTF_8)).isEqualTo("cba");
		}
		assertThat(encodings).hasValue(2);
		ByteBuf longer = message.encoded(quoted).retain();
		message.release();
		assertThat(longer.refCnt()).isEqualTo(1);
		longer.release();
	}

	@Test
	void isEncodedOnceForAllThreads() throws Exception {
		int threads = 4;
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			for (int round = 0; round < 500; round++) {
				TopicMessage message = message("abc");
				CountDownLatch start = new CountDownLatch(threads);
				List<Future<ByteBuf>> forms = new ArrayList<>();
				for (int i = 0; i < threads; i++) {
					forms.add(executor.submit(() -> {
						start.countDown();
						start.await();
						return message.encoded(quoted);
					}));
				}
				for (Future<ByteBuf> form : forms) {
					assertThat(form.get(20, TimeUnit.SECONDS)).isSameAs(message.encoded(quoted));
				}
				message.release();
				assertThat(encodings).hasValue(round + 1);
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	@Test
	void isSharedByAllSubscribersOfAllLoops() {
		ManualLoop[] loops = { new ManualLoop(), new ManualLoop() };
		Topics topics = new Topics(TopicOptions.DEFAULTS);
		for (int i = 0; i < 100; i++) {
			FakeSink sink = new FakeSink(loops[i % 2]);
			sink.onDelivery = (message) -> message.encoded(quoted);
			topics.join(sink).subscribe("a");
		}
		topics.publish("a", "abc");
		loops[0].runAll();
		loops[1].runAll();
		assertThat(encodings).hasValue(1);
	}

	private static TopicMessage message(String payload) {
		return new TopicMessage("topic", PayloadKind.TEXT, TopicDeliveryTests.pooled(payload), PublishOptions.NONE,
				TopicMessage.NO_SEQUENCE);
	}

}
