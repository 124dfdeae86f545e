/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.time.Duration;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;

import io.fastwire.testsupport.CapturedLog;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionSweeperTests {

	private final EmbeddedChannel clock = new EmbeddedChannel();

	private final LoopResources resources = new LoopResources(clock.eventLoop(), 1);

	private final ConnectionSweeper sweeper = resources.sweeper();

	ConnectionSweeperTests() {
		clock.freezeTime();
	}

	@AfterEach
	void close() {
		resources.close();
	}

	private TestConnection add() {
		return add(new TestConnection(resources, new EmbeddedChannel()));
	}

	private TestConnection add(TestConnection connection) {
		sweeper.add(connection);
		return connection;
	}

	private void sweeps(int count) {
		for (int i = 0; i < count; i++) {
			clock.advanceTimeBy(ConnectionSweeper.INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
			clock.runScheduledPendingTasks();
		}
	}

	@Test
	void ticksAreRoundedUpAndNeverTooFew() {
		assertThat(ConnectionSweeper.ticks(Duration.ofNanos(1))).isEqualTo(1);
		assertThat(ConnectionSweeper.ticks(Duration.ofMillis(1))).isEqualTo(2);
		assertThat(ConnectionSweeper.ticks(Duration.ofMillis(250))).isEqualTo(2);
		assertThat(ConnectionSweeper.ticks(Duration.ofMillis(251))).isEqualTo(3);
		assertThat(ConnectionSweeper.ticks(Duration.ofSeconds(10))).isEqualTo(41);
		assertThat(ConnectionSweeper.ticks(Duration.ofDays(1_000_000))).isEqualTo(Integer.MAX_VALUE - 1);
		assertThat(ConnectionSweeper.ticks(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Integer.MAX_VALUE - 1);
	}

	@Test
	void deadlineExpiresOnceAndNotEarly() {
		TestConnection connection = add();
		connection.expireIn(3);
		sweeps(2);
		assertThat(connection.events).isEmpty();
		sweeps(1);
		assertThat(connection.events).containsExactly("expired");
		sweeps(10);
		assertThat(connection.events).hasSize(1);
	}

	@Test
	void delayIsHowLateEachSweepBegins() {
		add();
		sweeps(4);
		assertThat(resources.counters().read(Counter.DELAY_SAMPLES)).isEqualTo(4);
		assertThat(resources.counters().read(Counter.DELAY_NANOS)).isZero();
		clock.advanceTimeBy(4 * ConnectionSweeper.INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
		clock.runScheduledPendingTasks();
		assertThat(resources.counters().read(Counter.DELAY_SAMPLES)).isEqualTo(8);
		assertThat(resources.counters().read(Counter.DELAY_NANOS))
			.isEqualTo(TimeUnit.MILLISECONDS.toNanos((3 + 2 + 1) * ConnectionSweeper.INTERVAL_MILLIS));
	}

	@Test
	void timeWithoutConnectionsIsNoDelay() {
		TestConnection connection = add();
		sweeps(1);
		sweeper.remove(connection);
		sweeps(10);
		add();
		sweeps(1);
		assertThat(resources.counters().read(Counter.DELAY_SAMPLES)).isEqualTo(2);
		assertThat(resources.counters().read(Counter.DELAY_NANOS)).isZero();
	}

	@Test
	void sweepThatDoesNotBeginIsOverdue() {
		assertThat(sweeper.overdueNanos()).isZero();
		clock.advanceTimeBy(10, TimeUnit.SECONDS);
		TestConnection connection = add();
		sweeps(2);
		assertThat(sweeper.overdueNanos()).isZero();
		clock.advanceTimeBy(3 * ConnectionSweeper.INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
		assertThat(sweeper.overdueNanos())
			.isEqualTo(TimeUnit.MILLISECONDS.toNanos(2 * ConnectionSweeper.INTERVAL_MILLIS));
		clock.runScheduledPendingTasks();
		assertThat(sweeper.overdueNanos()).isZero();
		sweeper.remove(connection);
		clock.advanceTimeBy(10, TimeUnit.SECONDS);
		assertThat(sweeper.overdueNanos()).as("nobody waits").isZero();
	}

	@Test
	void deadlineCanBeMovedAndCleared() {
		TestConnection connection = add();
		connection.expireIn(2);
		sweeps(1);
		connection.expireIn(2);
		sweeps(1);
		assertThat(connection.events).isEmpty();
		connection.expireNever();
		sweeps(10);
		assertThat(connection.events).isEmpty();
	}

	/** Adds ten, each of which does something when it expires. */
	private List<TestConnection> addTen(Consumer<TestConnection> expiry) {
		List<TestConnection> connections = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			connections.add(add(new TestConnection(resources, new EmbeddedChannel()) {

				@Override
				protected void deadlineExpired() {
					super.deadlineExpired();
					expiry.accept(this);
				}

			}));
		}
		return connections;
	}

	@Test
	void connectionsMayLeaveDuringASweep() {
		List<TestConnection> connections = new ArrayList<>();
		connections.addAll(addTen((expired) -> connections.subList(1, 10).forEach(sweeper::remove)));
		connections.get(0).expireIn(2);
		connections.get(5).expireIn(1);
		sweeps(1);
		assertThat(sweeper.size()).isEqualTo(1);
		assertThat(connections.get(5).events).containsExactly("expired");
		sweeps(1);
		assertThat(connections.get(0).events).as("who stays").containsExactly("expired");
	}

	@Test
	void everyDueConnectionExpiresThoughEachLeaves() {
		List<TestConnection> connections = addTen(sweeper::remove);
		connections.forEach((connection) -> connection.expireIn(1));
		sweeps(1);
		assertThat(connections).allSatisfy((connection) -> assertThat(connection.events).hasSize(1));
		assertThat(sweeper.size()).isZero();
	}

	@Test
	void failureOfOneConnectionDoesNotEndTheSweep() {
		try (CapturedLog log = CapturedLog.startQuietly()) {
			TestConnection before = add();
			TestConnection broken = add(new TestConnection(resources, new EmbeddedChannel()) {

				@Override
				protected void deadlineExpired() {
					throw new IllegalStateException("planted");
				}

				@Override
				protected void drainBegun() {
					throw new IllegalStateException("planted");
				}

			});
			TestConnection after = add();
			List.of(before, broken, after).forEach((connection) -> connection.expireIn(1));
			sweeps(1);
			assertThat(broken.channel().isOpen()).isFalse();
			sweeper.drain();
			before.expireIn(1);
			sweeps(1);
			assertThat(before.events).containsExactly("expired", "drain", "expired");
			assertThat(after.events).containsExactly("expired", "drain");
			assertThat(log.atLeast(Level.SEVERE)).hasSize(2);
		}
	}

	@Test
	void connectionAddedWhileDrainingIsToldAtOnce() {
		sweeper.drain();
		assertThat(add().events).containsExactly("drain");
	}

	@Test
	void thereIsNoSweepWithoutConnections() {
		TestConnection connection = add();
		sweeps(2);
		sweeper.remove(connection);
		sweeper.remove(connection);
		sweeps(5);
		assertThat(sweeper.now()).isEqualTo(2);
		add();
		sweeps(1);
		assertThat(sweeper.now()).isEqualTo(3);
	}

	@Test
	void abortClosesAll() {
		TestConnection first = add();
		TestConnection second = add();
		sweeper.abort();
		assertThat(first.channel().isOpen()).isFalse();
		assertThat(second.channel().isOpen()).isFalse();
	}

	@Test
	void lostPeerIsNoticedWithoutADeadline() {
		LoopResources losing = new LoopResources(clock.eventLoop(), 1, 1024, (channel) -> true);
		TestConnection waiting = new TestConnection(losing, new EmbeddedChannel());
		TestConnection timed = new TestConnection(losing, new EmbeddedChannel());
		losing.sweeper().add(waiting);
		losing.sweeper().add(timed);
		timed.expireIn(1000);
		sweeps(20);
		assertThat(waiting.channel().isOpen()).isFalse();
		assertThat(timed.channel().isOpen()).isTrue();
		losing.close();
	}

}
