/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

import io.fastwire.http.AbortedException;
import io.fastwire.websocket.MessageKind;
import io.fastwire.websocket.SendResult;
import io.fastwire.websocket.WebSocketSession;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.publisher.Mono;

import org.springframework.web.reactive.socket.WebSocketMessage;

/**
 * All that a session sends: who sends now, who waits because the peer reads too slowly,
 * and whom to tell that the session has ended.
 */
final class OutboundMessages implements Runnable {

	/*
	 * A send of many messages must never meet the bound of pending bytes, because it can
	 * wait. The session guarantees that a message is not refused while it is writable, so
	 * each is sent on the loop, where nobody else sends between the look and the send.
	 * Signals from other threads wait in their sender's own queue, which is as long as
	 * what it has asked for; the sender itself waits here, once. So the order in which
	 * senders came is the order in which they go on.
	 *
	 * A send of one message that is already there is given to the session at once, on any
	 * thread: nobody could be told to wait with it, and its bytes count. Only its
	 * completion waits until the peer has caught up, which slows down whoever waits for
	 * that.
	 */

	/** Somebody who goes on when the session is writable. */
	interface Waiting {

		/** Goes on. Called on the event loop. */
		void proceed();

		/** Gives up because the session has ended. Called from any thread. */
		void closed(AbortedException cause);

	}

	private static final Log LOGGER = LogFactory.getLog(OutboundMessages.class);

	private static final AtomicIntegerFieldUpdater<OutboundMessages> SCHEDULED = AtomicIntegerFieldUpdater
		.newUpdater(OutboundMessages.class, "scheduled");

	private final WebSocketSession session;

	private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

	/** The sends of many messages in progress, each of which has a source to cancel. */
	private final Set<MessageSender> senders = ConcurrentHashMap.newKeySet(1);

	@SuppressWarnings("UnusedVariable") // Used through SCHEDULED.
	private volatile int scheduled;

	private volatile @Nullable AbortedException end;

	private volatile boolean pingSent;

	private volatile boolean emptyPingSent;

	OutboundMessages(WebSocketSession session) {
		this.session = session;
	}

	WebSocketSession session() {
		return session;
	}

	Mono<Void> send(Publisher<WebSocketMessage> messages) {
		return (messages instanceof Fuseable.ScalarCallable<?>) ? new SingleMessage(this, messages)
				: new SendMono(this, messages);
	}

	/**
	 * Gives a message to the session.
	 * @param message given up by the caller
	 * @throws RuntimeException if that cannot be a message; it has been released
	 */
	SendResult sendNow(WebSocketMessage message) {
		String text = TextMessage.textOf(message);
		if (text != null) {
			return session.send(text);
		}
		ByteBuf payload = OutboundBuffers.take(message.getPayload());
		return switch (message.getType()) {
			case TEXT -> session.send(MessageKind.TEXT, payload);
			case BINARY -> session.send(MessageKind.BINARY, payload);
			case PING -> ping(controlPayload(payload));
			case PONG -> session.pong(controlPayload(payload));
		};
	}

	private SendResult ping(byte[] payload) {
		pingSent = true;
		if (payload.length == 0) {
			emptyPingSent = true;
		}
		return session.ping(payload);
	}

	private static byte[] controlPayload(ByteBuf payload) {
		try {
			return ByteBufUtil.getBytes(payload);
		}
		finally {
			payload.release();
		}
	}

	/**
	 * Tells whether the application may wait for a pong: it has sent a ping, and an empty
	 * one if the pong is empty, as those of the server's own pings are.
	 */
	boolean expectsPong(boolean empty) {
		return empty ? emptyPingSent : pingSent;
	}

	/** Returns why the session has ended, or {@code null}. */
	@Nullable AbortedException end() {
		return end;
	}

	/** Tells whether somebody waits, behind whom a sender must go. */
	boolean busy() {
		return !waiting.isEmpty();
	}

	void started(MessageSender sender) {
		senders.add(sender);
		AbortedException cause = end;
		if (cause != null) {
			sender.closed(cause);
		}
	}

	void ended(MessageSender sender) {
		senders.remove(sender);
	}

	/** Lets somebody go on when the session is writable. Called from any thread. */
	void await(Waiting waiter) {
		waiting.add(waiter);
		AbortedException cause = end;
		if (cause != null) {
			giveUp(cause);
		}
		else if (!session.inEventLoop() || session.writable() || !session.open()) {
			schedule();
		}
	}

	/** Looks again whether somebody can go on, or will never be able to. */
	void schedule() {
		if (SCHEDULED.compareAndSet(this, 0, 1)) {
			session.execute(this);
		}
	}

	@Override
	public void run() {
		scheduled = 0;
		drain();
	}

	/**
	 * Lets those that wait go on, until the peer is too slow again. Called on the event
	 * loop.
	 */
	void drain() {
		while (session.writable() || !session.open()) {
			Waiting next = waiting.poll();
			if (next == null) {
				return;
			}
			next.proceed();
		}
	}

	/** Ends all that is being sent, because the session has ended. */
	void close(AbortedException cause) {
		end = cause;
		senders.forEach((sender) -> tell(sender, cause));
		giveUp(cause);
	}

	private void giveUp(AbortedException cause) {
		for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
			tell(next, cause);
		}
	}

	/** Contains what an application does when it is told, so that all are. */
	private static void tell(Waiting waiter, AbortedException cause) {
		try {
			waiter.closed(cause);
		}
		catch (Throwable ex) {
			LOGGER.error("A source or subscriber of WebSocket messages failed when the session ended", ex);
		}
	}

	private static final class SendMono extends Mono<Void> {

		private final OutboundMessages outbound;

		private final Publisher<WebSocketMessage> messages;

		SendMono(OutboundMessages outbound, Publisher<WebSocketMessage> messages) {
			this.outbound = outbound;
			this.messages = messages;
		}

		@Override
		public void subscribe(CoreSubscriber<? super Void> downstream) {
			messages.subscribe(new MessageSender(outbound, downstream));
		}

	}

}
