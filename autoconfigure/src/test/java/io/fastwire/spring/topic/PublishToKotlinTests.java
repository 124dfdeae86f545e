/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.time.Duration;
import java.util.function.BiFunction;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.reactor.MonoKt;
import kotlinx.coroutines.reactor.ReactorFlowKt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.test.StepVerifier;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Functions of Kotlin that suspend, and flows.
 */
@ExtendWith(OutputCaptureExtension.class)
class PublishToKotlinTests {

	private final RecordingPublisher publisher = new RecordingPublisher();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
		.withBean(TopicPublisher.class, () -> publisher)
		.withBean(KotlinOrders.class);

	private static <T> @Nullable T call(BiFunction<KotlinOrders, Continuation<? super T>, Object> function,
			KotlinOrders orders) {
		return MonoKt
			.<T>mono(EmptyCoroutineContext.INSTANCE, (scope, continuation) -> function.apply(orders, continuation))
			.block(Duration.ofSeconds(20));
	}

	@Test
	void publishWhatTheyReturnAfterTheyWereSuspended() {
		runner.run((context) -> {
			KotlinOrders orders = context.getBean(KotlinOrders.class);
			String order = call((bean, continuation) -> bean.place("Ada", continuation), orders);
			assertThat(order).isEqualTo("order of Ada");
			String other = call((bean, continuation) -> bean.placeAtOnce(continuation), orders);
			assertThat(other).isEqualTo("without a pause");
		});
		assertThat(publisher.lines()).containsExactly("orders/Ada=order of Ada", "orders/at-once=without a pause");
	}

	@Test
	void publishThePayloadIfTheyReturnNothing() {
		runner.run((context) -> call((bean, continuation) -> bean.delete(7, continuation),
				context.getBean(KotlinOrders.class)));
		assertThat(publisher.lines()).containsExactly("orders/7/deleted=7");
	}

	@Test
	void publishNothingForNullAndFailures() {
		runner.run((context) -> {
			KotlinOrders orders = context.getBean(KotlinOrders.class);
			Object missing = call((bean, continuation) -> bean.find(7, continuation), orders);
			assertThat(missing).isNull();
			assertThatIllegalStateException()
				.isThrownBy(() -> call((bean, continuation) -> bean.fail(continuation), orders))
				.withMessage("on purpose");
		});
		assertThat(publisher.lines()).isEmpty();
	}

	@Test
	void publishEachElementOfAFlow() {
		runner.run((context) -> StepVerifier.create(ReactorFlowKt.asFlux(context.getBean(KotlinOrders.class).all()))
			.expectNext("one", "two")
			.expectComplete()
			.verify(Duration.ofSeconds(20)));
		assertThat(publisher.lines()).containsExactly("orders/flow=one", "orders/flow=two");
	}

	@Test
	void areWarnedOfIfTheyAreNotOpen(CapturedOutput output) {
		runner.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("KotlinOrders.placeUnseen has no effect: the method is final")
			.contains("in Kotlin with 'open'");
	}

}
