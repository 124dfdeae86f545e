/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Consumer;

import io.fastwire.http.AbortedException;
import io.fastwire.websocket.SendResult;
import io.fastwire.websocket.WebSocketSession;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import org.springframework.web.reactive.socket.WebSocketMessage;

/**
 * Sends any number of messages as fast as the peer reads them, and owns each from
 * {@code onNext} on. Completes when the session has accepted the last one.
 */
final class MessageSender implements CoreSubscriber<WebSocketMessage>, Subscription, OutboundMessages.Waiting {

	/*
	 * On the event loop a message is sent from within onNext while the session is
	 * writable. Otherwise it goes through "queue", whose consumer is the loop. "sending"
	 * keeps it flat when a source emits from within request().
	 *
	 * What is asked for ahead is bounded in bytes, as far as that can be known: as many
	 * messages as would fit into WINDOW_BYTES if they were as long as the longest of
	 * late. It is not simply one message, because a source that cannot wait, such as a
	 * sink that broadcasts, drops what nobody has asked for; and not simply many, because
	 * messages may be of a megabyte each.
	 */

	static final int FIRST_WINDOW = 16;

	static final int MAX_WINDOW = 128;

	static final int WINDOW_BYTES = 64 * 1024;

	private static final Consumer<Object> RELEASE = MessageSender::release;

	private static final int RUNNING = 0;

	private static final int ENDED = 1;

	private static final AtomicIntegerFieldUpdater<MessageSender> STATE = AtomicIntegerFieldUpdater
		.newUpdater(MessageSender.class, "state");

	private static final AtomicIntegerFieldUpdater<MessageSender> WAITING = AtomicIntegerFieldUpdater
		.newUpdater(MessageSender.class, "waiting");

	private final OutboundMessages outbound;

	private final WebSocketSession session;

	private final CoreSubscriber<? super Void> downstream;

	private volatile @Nullable Subscription upstream;

	/** Made when a message cannot be sent at once. */
	private volatile @Nullable Queue<WebSocketMessage> queue;

	private volatile boolean done;

	private volatile int state;

	/** Whether this waits for the session. */
	@SuppressWarnings("UnusedVariable") // Used through WAITING.
	private volatile int waiting;

	/** Written before "done". */
	private @Nullable Throwable failure;

	// Of the loop

	private boolean sending;

	private int window = FIRST_WINDOW;

	/** Asked for and not sent. */
	private int outstanding;

	private int recentLength;

	MessageSender(OutboundMessages outbound, CoreSubscriber<? super Void> downstream) {
		this.outbound = outbound;
		this.session = outbound.session();
		this.downstream = downstream;
	}

	static IllegalStateException tooSlow() {
		return new IllegalStateException("The client reads too slowly: the message would have passed the limit of "
				+ "pending bytes, 'fastwire.websocket.max-pending-size'");
	}

	static AbortedException closing() {
		return new AbortedException("The session is being closed");
	}

	private static void release(Object element) {
		if (element instanceof WebSocketMessage message) {
			message.release();
		}
	}

	@Override
	public Context currentContext() {
		return Operators.enableOnDiscard(downstream.currentContext(), RELEASE);
	}

	// The source, on any thread

	@Override
	public void onSubscribe(Subscription subscription) {
		upstream = subscription;
		downstream.onSubscribe(this);
		outbound.started(this);
		if (state == ENDED) {
			cancelSource();
		}
		else if (session.writable()) {
			outstanding = FIRST_WINDOW;
			subscription.request(FIRST_WINDOW);
		}
		else {
			await();
		}
	}

	@Override
	public void onNext(WebSocketMessage message) {
		if (state == ENDED) {
			message.release();
		}
		else if (session.inEventLoop() && !sending && isNext()) {
			sendAll(message);
		}
		else {
			queue().add(message);
			if (state == ENDED) {
				releaseQueued(); // whoever has ended this may have looked before
			}
			else if (!sending || !session.inEventLoop()) {
				await();
			}
		}
	}

	/** Whether a message may leave before all others that wait. */
	private boolean isNext() {
		return queueEmpty() && !outbound.busy() && session.writable();
	}

	private boolean queueEmpty() {
		Queue<WebSocketMessage> queued = queue;
		return queued == null || queued.isEmpty();
	}

	private Queue<WebSocketMessage> queue() {
		Queue<WebSocketMessage> queued = queue;
		if (queued == null) {
			queued = new ConcurrentLinkedQueue<>();
			queue = queued;
		}
		return queued;
	}

	@Override
	public void onError(Throwable cause) {
		failure = cause;
		onComplete();
	}

	@Override
	public void onComplete() {
		done = true;
		if (!session.inEventLoop() || !queueEmpty()) {
			await();
		}
		else if (!sending) {
			complete();
		}
	}

	private void await() {
		if (WAITING.compareAndSet(this, 0, 1)) {
			outbound.await(this);
		}
	}

	// The event loop

	@Override
	public void proceed() {
		waiting = 0;
		if (state == ENDED) {
			releaseQueued();
		}
		else if (!sending) {
			sendAll(null);
		}
	}

	private void sendAll(@Nullable WebSocketMessage first) {
		sending = true;
		try {
			boolean more = first == null || sendOne(first);
			while (more && state == RUNNING && mayTry()) {
				boolean last = done;
				WebSocketMessage next = poll();
				if (next != null) {
					more = sendOne(next);
				}
				else {
					more = !last && replenish();
				}
			}
		}
		finally {
			sending = false;
		}
		finish();
	}

	/** A session that is being closed refuses, which ends this. */
	private boolean mayTry() {
		return session.writable() || !session.open();
	}

	private void finish() {
		if (state == ENDED) {
			releaseQueued();
		}
		else if (done && queueEmpty()) {
			complete();
		}
		else if (!session.open()) {
			fail(closing());
		}
		else if (!session.writable()) {
			await();
		}
	}

	private @Nullable WebSocketMessage poll() {
		Queue<WebSocketMessage> queued = queue;
		return (queued != null) ? queued.poll() : null;
	}

	/** Returns whether the session accepts more. */
	private boolean sendOne(WebSocketMessage message) {
		int length = length(message);
		SendResult result;
		try {
			result = outbound.sendNow(message);
		}
		catch (RuntimeException ex) {
			fail(ex);
			return false;
		}
		if (!result.accepted()) {
			fail((result == SendResult.DROPPED) ? tooSlow() : closing());
			return false;
		}
		outstanding--;
		recentLength = Math.max(length, recentLength - recentLength / 8);
		window = Math.min(MAX_WINDOW, Math.max(1, WINDOW_BYTES / Math.max(1, recentLength)));
		return result == SendResult.ACCEPTED;
	}

	private static int length(WebSocketMessage message) {
		String text = TextMessage.textOf(message);
		return (text != null) ? text.length() : message.getPayload().readableByteCount();
	}

	/**
	 * Asks for more, which may come at once.
	 * @return whether it did, perhaps
	 */
	private boolean replenish() {
		Subscription source = upstream;
		int missing = window - outstanding;
		if (source == null || missing < (window + 1) / 2) {
			return false;
		}
		outstanding = window;
		source.request(missing);
		return !queueEmpty() || done;
	}

	private void complete() {
		if (STATE.compareAndSet(this, RUNNING, ENDED)) {
			outbound.ended(this);
			Throwable cause = failure;
			if (cause != null) {
				downstream.onError(cause);
			}
			else {
				downstream.onComplete();
			}
		}
	}

	// The end, on any thread

	private void fail(Throwable cause) {
		if (STATE.compareAndSet(this, RUNNING, ENDED)) {
			try {
				cancelSource();
			}
			finally {
				downstream.onError(cause);
			}
		}
	}

	private void cancelSource() {
		outbound.ended(this);
		Subscription source = upstream;
		if (source != null) {
			source.cancel();
		}
	}

	@Override
	public void closed(AbortedException cause) {
		try {
			fail(cause);
		}
		finally {
			releaseQueued();
		}
	}

	@Override
	public void request(long n) {
		// There is nothing but the end to wait for.
	}

	@Override
	public void cancel() {
		if (STATE.compareAndSet(this, RUNNING, ENDED)) {
			cancelSource();
			await();
		}
	}

	private void releaseQueued() {
		for (WebSocketMessage next = poll(); next != null; next = poll()) {
			next.release();
		}
	}

}
