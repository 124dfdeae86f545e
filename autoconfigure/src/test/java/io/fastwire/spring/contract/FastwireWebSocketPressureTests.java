/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import io.fastwire.spring.FastwireWebServer;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.websocket.OverflowPolicy;
import io.fastwire.websocket.WebSocketOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Sessions whose peers are slow, on either side, and whose senders are many. */
@ExtendWith(LeakFree.class)
class FastwireWebSocketPressureTests extends WebSocketHarness {

	/** What the sockets of the kernel may hold, both sides, with room to spare. */
	private static final long KERNEL_BYTES = 16L * 1024 * 1024;

	private static final int SMALL_RECEIVE_BUFFER = 8 * 1024;

	FastwireWebSocketPressureTests() {
		super(Servers.FASTWIRE);
	}

	private static String text(int index, int length) {
		String number = Integer.toString(index);
		return number + ":" + "x".repeat(length - number.length() - 1);
	}

	/** Case P07: a source that cannot see that its messages only queue up. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void pullsNoMoreFromASourceThanTheClientReads(boolean otherThread) throws Exception {
		int length = 16 * 1024;
		int all = 4000;
		AtomicInteger pulled = new AtomicInteger();
		FastwireWebServer server = (FastwireWebServer) serve((session) -> {
			Flux<WebSocketMessage> source = Flux.range(0, all).map((i) -> {
				pulled.incrementAndGet();
				return session.textMessage(text(i, length));
			});
			return session.send(otherThread ? source.subscribeOn(Schedulers.parallel()) : source);
		});
		RawSocket socket = connectRaw(SMALL_RECEIVE_BUFFER);
		socket.upgrade();
		int stalled = stall(pulled);
		assertThat((long) stalled * length).isLessThan(KERNEL_BYTES);
		assertThat(server.getStatistics().webSocket().pendingBytes()).isLessThan(512 * 1024);
		for (int i = 0; i < all; i++) {
			assertThat(socket.read().text()).startsWith(i + ":").hasSize(length);
		}
		assertThat(pulled).hasValue(all);
		assertThat(socket.read().closeCode()).isEqualTo(1000);
	}

	/** Waits until a count has not changed for a while, and returns it. */
	private static int stall(AtomicInteger count) {
		AtomicInteger last = new AtomicInteger(-1);
		await().atMost(PATIENCE).during(Duration.ofMillis(500)).until(() -> {
			int now = count.get();
			return now > 0 && last.getAndSet(now) == now;
		});
		return count.get();
	}

	/** Case P08: a flood from the client. */
	@Test
	void readsNoMoreThanTheHandlerAsksFor() throws Exception {
		AtomicReference<Subscription> subscription = new AtomicReference<>();
		AtomicInteger received = new AtomicInteger();
		serve((session) -> {
			session.receive().subscribe(new BaseSubscriber<>() {

				@Override
				protected void hookOnSubscribe(Subscription toSession) {
					subscription.set(toSession);
					toSession.request(3);
				}

				@Override
				protected void hookOnNext(WebSocketMessage message) {
					assertThat(message.getPayloadAsText()).startsWith(received.get() + ":");
					received.incrementAndGet();
				}

			});
			return session.closeStatus().then();
		});
		RawSocket socket = connectRaw();
		socket.upgrade();
		AtomicInteger sent = new AtomicInteger();
		int all = 1000;
		int length = 32 * 1024;
		CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
			try {
				for (int i = 0; i < all; i++) {
					socket.send(RawSocket.TEXT, text(i, length));
					sent.incrementAndGet();
				}
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}, (task) -> new Thread(task, "sender").start());
		await().atMost(PATIENCE).until(() -> received.get() == 3);
		assertThat((long) stall(sent) * length).isLessThan(KERNEL_BYTES);
		assertThat(received).hasValue(3);
		assertThat(sender).isNotDone();
		subscription.get().request(1);
		await().atMost(PATIENCE).until(() -> received.get() == 4);
		subscription.get().request(Long.MAX_VALUE);
		sender.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		await().atMost(PATIENCE).until(() -> received.get() == all);
	}

	/** Case C06: a handler that only sends must learn that its client has closed. */
	@Test
	void answersPingsAndClosesOfAClientWhoseHandlerDoesNotReceive() throws Exception {
		serve((session) -> session.send(Flux.never()));
		RawSocket socket = connectRaw();
		socket.upgrade();
		for (int i = 0; i < 100; i++) {
			socket.send(RawSocket.PONG, "unsolicited");
		}
		socket.send(RawSocket.PING, "ping");
		assertThat(socket.read().text()).isEqualTo("ping");
		socket.sendClose(1000, "");
		assertThat(socket.read().closeCode()).isEqualTo(1000);
		assertThat(socket.atEnd()).isTrue();
	}

	@Test
	void deliversWhatCameBeforeAnybodyAsked() throws Exception {
		CompletableFuture<WebSocketSession> opened = new CompletableFuture<>();
		serve((session) -> {
			opened.complete(session);
			return session.closeStatus().then();
		});
		RawSocket socket = connectRaw();
		socket.upgrade();
		socket.send(RawSocket.TEXT, "one");
		socket.send(RawSocket.TEXT, "two");
		socket.sendClose(1000, "");
		List<String> texts = opened.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
			.receive()
			.map(WebSocketMessage::getPayloadAsText)
			.collectList()
			.block(PATIENCE);
		assertThat(texts).containsExactly("one", "two");
		assertThat(socket.read().closeCode()).isEqualTo(1000);
	}

	/** Case Z01: many threads send at once. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void keepsTheMessagesOfFiftyThreadsWholeAndInOrder(boolean fluxes) throws Exception {
		int threads = 50;
		int each = 200;
		WebSocketOptions options = WebSocketOptions.builder().maxPendingBytes(8L * 1024 * 1024).build();
		serve(new FastwireRequestUpgradeStrategy(options), (session) -> {
			List<Mono<Void>> sends = new ArrayList<>();
			for (int thread = 0; thread < threads; thread++) {
				sends.add(sendFrom(session, thread, each, fluxes));
			}
			return Mono.when(sends);
		});
		RawSocket socket = connectRaw();
		socket.upgrade();
		Map<Integer, Integer> next = new HashMap<>();
		for (int i = 0; i < threads * each; i++) {
			String text = socket.read().text();
			String[] parts = text.split(" ", 3);
			int thread = Integer.parseInt(parts[0]);
			int index = Integer.parseInt(parts[1]);
			assertThat(index).as("order of thread %d", thread).isEqualTo(next.merge(thread, 1, Integer::sum) - 1);
			assertThat(parts[2]).hasSize(length(thread, index)).containsOnlyOnce("<").endsWith(">");
		}
		assertThat(socket.read().closeCode()).isEqualTo(1000);
	}

	private static int length(int thread, int index) {
		return 2 + (thread * 7919 + index * 104_729) % 10_000;
	}

	private static Mono<Void> sendFrom(WebSocketSession session, int thread, int count, boolean flux) {
		if (flux) {
			return session.send(Flux.range(0, count)
				.publishOn(Schedulers.boundedElastic())
				.map((i) -> session.textMessage(message(thread, i))));
		}
		return Mono.<Void>fromRunnable(() -> {
			for (int i = 0; i < count; i++) {
				session.send(Mono.just(session.textMessage(message(thread, i)))).block(PATIENCE);
			}
		}).subscribeOn(Schedulers.boundedElastic());
	}

	private static String message(int thread, int index) {
		return thread + " " + index + " <" + "x".repeat(length(thread, index) - 2) + ">";
	}

	/** Case P05: choose between skipping and closing. */
	@Test
	void closesWith1013WhenNobodyWaitsForSends() throws Exception {
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		WebSocketOptions options = WebSocketOptions.builder().maxPendingBytes(256 * 1024).build();
		FastwireWebServer server = (FastwireWebServer) serve(new FastwireRequestUpgradeStrategy(options),
				(session) -> flood(session, failure));
		RawSocket socket = connectRaw(SMALL_RECEIVE_BUFFER);
		socket.upgrade();
		assertThat(failure.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining("max-pending-size");
		assertThat(server.getStatistics().webSocket().messagesDropped()).isPositive();
		RawSocket.Frame frame = socket.read();
		while (frame.opcode() == RawSocket.TEXT) {
			frame = socket.read();
		}
		assertThat(frame.closeCode()).isEqualTo(1013);
	}

	private static Mono<Void> flood(WebSocketSession session, CompletableFuture<Throwable> failure) {
		return Mono.<Void>fromRunnable(() -> {
			for (int i = 0; i < 20_000 && !failure.isDone(); i++) {
				session.send(Mono.just(session.textMessage(text(i, 1024)))).subscribe(null, failure::complete);
			}
		}).subscribeOn(Schedulers.boundedElastic()).then(session.closeStatus()).then();
	}

	@Test
	void dropsAndGoesOnIfThatIsThePolicy() throws Exception {
		WebSocketOptions options = WebSocketOptions.builder()
			.maxPendingBytes(256 * 1024)
			.overflowPolicy(OverflowPolicy.DROP_NEWEST)
			.build();
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		FastwireWebServer server = (FastwireWebServer) serve(new FastwireRequestUpgradeStrategy(options),
				(session) -> flood(session, failure));
		RawSocket socket = connectRaw(SMALL_RECEIVE_BUFFER);
		socket.upgrade();
		await().atMost(PATIENCE).until(() -> server.getStatistics().webSocket().messagesDropped() > 1000);
		int last = -1;
		for (int i = 0; i < 100; i++) {
			String text = socket.read().text();
			int index = Integer.parseInt(text.substring(0, text.indexOf(':')));
			assertThat(index).isGreaterThan(last);
			assertThat(text).hasSize(1024);
			last = index;
		}
		assertThat(failure).isNotDone();
	}

	@Test
	void neverRefusesASourceThatCanWaitHoweverLongItsMessages() throws Exception {
		int length = 512 * 1024;
		WebSocketOptions options = WebSocketOptions.builder().maxPendingBytes(64 * 1024).build();
		serve(new FastwireRequestUpgradeStrategy(options),
				(session) -> Mono.when(session.send(Flux.range(0, 20).map((i) -> session.textMessage(text(i, length)))),
						session.send(Flux.range(0, 20)
							.publishOn(Schedulers.parallel())
							.map((i) -> session.textMessage(text(i, length))))));
		RawSocket socket = connectRaw(SMALL_RECEIVE_BUFFER);
		socket.upgrade();
		for (int i = 0; i < 40; i++) {
			assertThat(socket.read().text()).hasSize(length);
		}
		assertThat(socket.read().closeCode()).isEqualTo(1000);
	}

	@Test
	void releasesWhatWaitsWhenTheClientIsGone() throws Exception {
		CompletableFuture<String> cancelled = new CompletableFuture<>();
		AtomicInteger made = new AtomicInteger();
		serve((session) -> session.send(Flux.range(0, Integer.MAX_VALUE)
			.doOnCancel(() -> cancelled.complete("cancelled"))
			.map((i) -> session.binaryMessage((buffers) -> {
				made.incrementAndGet();
				return buffers.allocateBuffer(8192).write(new byte[8192]);
			}))
			.subscribeOn(Schedulers.parallel())));
		RawSocket socket = connectRaw(SMALL_RECEIVE_BUFFER);
		socket.upgrade();
		stall(made);
		socket.reset();
		assertThat(cancelled.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("cancelled");
	}

}
