/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import io.fastwire.http.Router;
import io.fastwire.server.Transport;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireFrame;
import io.fastwire.testsupport.WireSocket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.platform.commons.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** Many threads that send on one session. */
@ExtendWith(LeakFree.class)
class SendingThreadsTests {

	private static final int THREADS = 50;

	private static final int MESSAGES = 1000;

	private static final int[] SIZES = { 1, 10, 100, 300, 1000, 20, 4000, 50, 5000, 10, 30, 20, 10, 100_000 };

	private final BlockingQueue<WebSocketSession> opened = new LinkedBlockingQueue<>();

	private final BlockingQueue<Integer> closed = new LinkedBlockingQueue<>();

	private final BlockingQueue<String> drained = new LinkedBlockingQueue<>();

	@TempDir
	private Path directory;

	private final WebSocketListener listener = new WebSocketListener() {

		@Override
		public void onOpen(WebSocketSession session) {
			opened.add(session);
		}

		@Override
		public void onDrain(WebSocketSession session) {
			drained.add("drain");
		}

		@Override
		public void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
			closed.add(code);
		}

	};

	private TestServer start(Transport transport, WebSocketOptions.Builder options) {
		return TestServer.start(transport,
				Router.builder().get("/ws", WebSocketRoute.of(options.build(), () -> listener)).build());
	}

	private WebSocketSession session() throws InterruptedException {
		return Objects.requireNonNull(opened.poll(20, TimeUnit.SECONDS), "a session");
	}

	@Test
	void messageThatCannotBeWrittenEndsItsSession() throws Exception {
		try (TestServer server = start(Transport.NIO, WebSocketOptions.builder());
				WireSocket client = WireSocket.open(server.port(), "/ws");
				CapturedLog log = CapturedLog.startQuietly()) {
			WebSocketSession session = session();
			ByteBuf released = Unpooled.buffer().writeByte(1);
			released.release();
			session.send(MessageKind.BINARY, released);
			assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo(CloseCode.ABNORMAL);
			server.awaitIdle();
			assertThat(log.visible()).hasSize(1);
			assertThat(client).isNotNull();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void eachMessageIsWholeAndTheOrderOfEachThreadIsKept(Transport transport) throws Exception {
		sendFromThreads(transport, SendingThreadsTests::startPlatformThread);
	}

	/** The same as above on JDK 17, which has no virtual threads. */
	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void virtualThreadsMaySendTooAndNoneIsPinned(Transport transport) throws Exception {
		Method starter = ReflectionUtils.tryToGetMethod(Thread.class, "startVirtualThread", Runnable.class)
			.toOptional()
			.orElse(null);
		Function<Runnable, Thread> start = (task) -> (starter != null)
				? (Thread) ReflectionUtils.invokeMethod(starter, null, task) : startPlatformThread(task);
		// once unseen, because the first use of a class pins whoever loads it
		sendFromThreads(transport, start);
		try (Recording recording = new Recording()) {
			recording.enable("jdk.VirtualThreadPinned").withoutThreshold();
			recording.enable("jdk.VirtualThreadStart");
			recording.start();
			sendFromThreads(transport, start);
			recording.stop();
			Path file = directory.resolve("recording.jfr");
			recording.dump(file);
			List<RecordedEvent> events = RecordingFile.readAllEvents(file);
			assertThat(events.stream().filter((event) -> isOf(event, "jdk.VirtualThreadStart")).count())
				.isGreaterThanOrEqualTo((starter != null) ? THREADS : 0);
			assertThat(events.stream().filter(SendingThreadsTests::isPinnedBySending).map(RecordedEvent::toString))
				.isEmpty();
		}
	}

	private static boolean isOf(RecordedEvent event, String type) {
		return event.getEventType().getName().equals(type);
	}

	/**
	 * Not by the recording itself, which sees the whole process, nor by a class that is
	 * only now loaded.
	 */
	private static boolean isPinnedBySending(RecordedEvent event) {
		if (!isOf(event, "jdk.VirtualThreadPinned") || waitsForInitialization(event)) {
			return false;
		}
		RecordedStackTrace stack = event.getStackTrace();
		if (stack == null || stack.isTruncated()) {
			return true;
		}
		List<RecordedMethod> methods = stack.getFrames().stream().map(RecordedFrame::getMethod).toList();
		return methods.stream().anyMatch((method) -> method.getName().equals("sendAll"))
				&& methods.stream().noneMatch(SendingThreadsTests::loadsClasses);
	}

	/** JDK 24 and newer tell the reason. */
	private static boolean waitsForInitialization(RecordedEvent event) {
		return event.hasField("pinnedReason")
				&& String.valueOf(event.getString("pinnedReason")).startsWith("Waited for initialization");
	}

	private static boolean loadsClasses(RecordedMethod method) {
		String type = method.getType().getName();
		return method.getName().equals("<clinit>") || type.equals("java.lang.ClassLoader")
				|| type.equals("java.lang.invoke.MethodHandleNatives") || type.startsWith("jdk.internal.loader.");
	}

	private static Thread startPlatformThread(Runnable task) {
		Thread thread = new Thread(task, "sender");
		thread.start();
		return thread;
	}

	private void sendFromThreads(Transport transport, Function<Runnable, Thread> starter) throws Exception {
		WebSocketOptions.Builder options = WebSocketOptions.builder().maxPendingBytes(1L << 40);
		try (TestServer server = start(transport, options); WireSocket client = WireSocket.open(server.port(), "/ws")) {
			WebSocketSession session = session();
			List<Thread> threads = new ArrayList<>();
			for (int i = 0; i < THREADS; i++) {
				int number = i;
				threads.add(starter.apply(() -> sendAll(session, number)));
			}
			int[] next = new int[THREADS];
			StringBuilder fragments = new StringBuilder();
			int pings = 0;
			for (int received = 0; received < THREADS * MESSAGES;) {
				WireFrame frame = Objects.requireNonNull(client.read());
				if (frame.opcode() == 9) {
					pings++;
					continue;
				}
				fragments.append(frame.text());
				if (frame.fin()) {
					check(fragments.toString(), next);
					fragments.setLength(0);
					received++;
				}
			}
			for (Thread thread : threads) {
				thread.join();
			}
			assertThat(next).containsOnly(MESSAGES);
			assertThat(pings).isBetween(THREADS * MESSAGES / 10 - THREADS, THREADS * MESSAGES / 10);
			WebSocketStatistics statistics = server.statistics().webSocket();
			TestServer.await("all is sent", () -> session.pendingBytes() == 0);
			assertThat(statistics.messagesSent()).isEqualTo(THREADS * MESSAGES);
			assertThat(statistics.messagesDropped()).isZero();
			assertThat(statistics.pendingBytes()).isZero();
		}
	}

	private static void sendAll(WebSocketSession session, int thread) {
		for (int i = 0; i < MESSAGES; i++) {
			String text = thread + " " + i + " " + "x".repeat(SIZES[(thread + i) % SIZES.length]);
			switch (i % 10) {
				case 0 -> {
					FragmentedMessage message = session.begin(MessageKind.TEXT);
					int half = text.length() / 2;
					message.write(text.substring(0, half));
					message.write(text.substring(half));
					message.end();
				}
				case 1 -> session.send(MessageKind.TEXT, Unpooled.copiedBuffer(text.getBytes(StandardCharsets.UTF_8)));
				case 2 -> {
					session.send(text);
					session.ping(new byte[] { 1 });
				}
				default -> session.send(text);
			}
		}
	}

	private static void check(String message, int[] next) {
		String[] parts = message.split(" ", 3);
		int thread = Integer.parseInt(parts[0]);
		int number = Integer.parseInt(parts[1]);
		assertThat(number).describedAs("of thread " + thread).isEqualTo(next[thread]);
		next[thread]++;
		assertThat(parts[2]).hasSize(SIZES[(thread + number) % SIZES.length]).matches("x+");
	}

	@Test
	void sendOnTheLoopComesBehindWhatHappenedBefore() throws Exception {
		try (TestServer server = start(Transport.AUTO, WebSocketOptions.builder());
				WireSocket client = WireSocket.open(server.port(), "/ws")) {
			WebSocketSession session = session();
			CountDownLatch blocked = new CountDownLatch(1);
			CountDownLatch sent = new CountDownLatch(1);
			session.execute(() -> {
				blocked.countDown();
				await(sent);
				session.send("second");
			});
			blocked.await();
			session.send("first");
			sent.countDown();
			assertThat(client.read()).isEqualTo(WireFrame.text("first"));
			assertThat(client.read()).isEqualTo(WireFrame.text("second"));
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void boundHoldsForManyThreadsAndAcceptedPlusDroppedIsSent(Transport transport) throws Exception {
		long limit = 300_000;
		WebSocketOptions.Builder options = WebSocketOptions.builder()
			.maxPendingBytes(limit)
			.overflowPolicy(OverflowPolicy.DROP_NEWEST);
		try (TestServer server = start(transport, options);
				WireClient wire = WireClient.connect(server.port(), null, 4096);
				WireSocket client = WireSocket.open(wire, "/ws", "")) {
			WebSocketSession session = session();
			AtomicLong accepted = new AtomicLong();
			AtomicLong dropped = new AtomicLong();
			AtomicLong highest = new AtomicLong();
			List<Thread> threads = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				Thread thread = new Thread(() -> {
					for (int n = 0; n < 5000; n++) {
						SendResult result = session.send("x".repeat(1000));
						(result.accepted() ? accepted : dropped).incrementAndGet();
						highest.accumulateAndGet(session.pendingBytes(), Math::max);
					}
				});
				threads.add(thread);
				thread.start();
			}
			for (Thread thread : threads) {
				thread.join();
			}
			assertThat(dropped.get()).isPositive();
			assertThat(accepted.get() + dropped.get()).isEqualTo(40_000);
			assertThat(highest.get()).isLessThan(limit + 64 * 1024);
			assertThat(server.statistics().webSocket().messagesDropped()).isEqualTo(dropped.get());
			for (long i = 0; i < accepted.get(); i++) {
				assertThat(client.read()).isEqualTo(WireFrame.text("x".repeat(1000)));
			}
			TestServer.await("all is sent", () -> session.pendingBytes() == 0);
			assertThat(drained.poll(20, TimeUnit.SECONDS)).isNotNull();
			assertThat(session.send("end").accepted()).isTrue();
			assertThat(client.read()).isEqualTo(WireFrame.text("end"));
		}
	}

	@Test
	void closeFromElsewhereComesBehindWhatWasSentBefore() throws Exception {
		try (TestServer server = start(Transport.AUTO, WebSocketOptions.builder());
				WireSocket client = WireSocket.open(server.port(), "/ws")) {
			WebSocketSession session = session();
			session.send("last");
			session.close(1000, "done");
			assertThat(client.read()).isEqualTo(WireFrame.text("last"));
			assertThat(client.read()).isEqualTo(WireFrame.close(1000, "done"));
			client.send(WireFrame.close(1000, ""));
			assertThat(client.read()).isNull();
			assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo(1000);
			assertThat(session.send("late")).isEqualTo(SendResult.CLOSED);
			assertThat(session.send(MessageKind.BINARY, Unpooled.directBuffer().writeByte(1)))
				.isEqualTo(SendResult.CLOSED);
		}
	}

	@Test
	void sendsThatRaceWithTheEndReleaseWhatTheyWereGiven() throws Exception {
		for (int round = 0; round < 20; round++) {
			try (TestServer server = start(Transport.AUTO, WebSocketOptions.builder());
					WireSocket client = WireSocket.open(server.port(), "/ws")) {
				WebSocketSession session = session();
				Thread sender = new Thread(() -> {
					while (session.send(MessageKind.BINARY,
							Unpooled.directBuffer().writeByte(1)) != SendResult.CLOSED) {
						Thread.onSpinWait();
					}
				});
				sender.start();
				assertThat(client.read()).isNotNull();
				client.client().reset();
				sender.join();
				assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo(1006);
			}
		}
	}

}
