/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** Commits a response without writing. */
final class HeadCommit extends ResponseCommit {

	private HeadCommit(FastwireServerHttpResponse response, CoreSubscriber<? super Void> downstream) {
		super(response, downstream);
	}

	static Mono<Void> commit(FastwireServerHttpResponse response) {
		return new HeadMono(response);
	}

	@Override
	void committed() {
		downstream.onComplete();
	}

	private static final class HeadMono extends Mono<Void> {

		private final FastwireServerHttpResponse response;

		HeadMono(FastwireServerHttpResponse response) {
			this.response = response;
		}

		@Override
		public void subscribe(CoreSubscriber<? super Void> downstream) {
			try {
				if (response.exchange().inEventLoop() && response.commitNow()) {
					Operators.complete(downstream);
					return;
				}
			}
			catch (IllegalArgumentException ex) {
				Operators.error(downstream, ex);
				return;
			}
			HeadCommit commit = new HeadCommit(response, downstream);
			downstream.onSubscribe(commit);
			commit.commit();
		}

	}

}
