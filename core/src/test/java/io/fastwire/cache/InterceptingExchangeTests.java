/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.lang.reflect.Proxy;

import io.fastwire.http.Exchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class InterceptingExchangeTests {

	/** Which nothing may reach. */
	private static Exchange delegate() {
		return (Exchange) Proxy.newProxyInstance(Exchange.class.getClassLoader(), new Class<?>[] { Exchange.class },
				(proxy, method, arguments) -> {
					throw new AssertionError(method);
				});
	}

	private static InterceptingExchange failing(boolean atOnce) {
		return new InterceptingExchange(delegate()) {

			@Override
			boolean permit() {
				return atOnce ? fail() : true;
			}

			@Override
			void body(ByteBuf data) {
				fail();
			}

			private boolean fail() {
				throw new IllegalStateException("planted");
			}

			@Override
			void aborted() {
				// Nothing to give up.
			}

		};
	}

	@Test
	void bufferIsReleasedIfItsInterceptionFails() {
		for (boolean atOnce : new boolean[] { true, false }) {
			ByteBuf part = Unpooled.buffer().writeByte(1);
			assertThatIllegalStateException().isThrownBy(() -> failing(atOnce).write(part));
			assertThat(part.refCnt()).isZero();
			ByteBuf last = Unpooled.buffer().writeByte(1);
			assertThatIllegalStateException().isThrownBy(() -> failing(atOnce).end(last));
			assertThat(last.refCnt()).isZero();
		}
	}

}
