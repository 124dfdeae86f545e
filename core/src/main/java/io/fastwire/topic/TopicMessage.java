/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import io.netty.buffer.ByteBuf;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ReferenceCounted;
import org.jspecify.annotations.Nullable;

/**
 * A published message: a payload, what it is about, and its encoded forms. Immutable,
 * usable from any thread, and reference counted: whoever is lent one and needs it longer
 * retains it, and releases it later from any thread.
 */
public final class TopicMessage extends AbstractReferenceCounted {

	/** The {@link #sequence()} of a message whose topic has no history. */
	public static final long NO_SEQUENCE = 0;

	private final String topic;

	private final PayloadKind kind;

	private final ByteBuf payload;

	private final @Nullable String givenId;

	private final @Nullable String excluded;

	private final long sequence;

	private volatile @Nullable Encoded encoded;

	TopicMessage(String topic, PayloadKind kind, ByteBuf payload, PublishOptions options, long sequence) {
		this.topic = topic;
		this.kind = kind;
		this.payload = payload;
		this.givenId = options.id();
		this.excluded = options.excluded();
		this.sequence = sequence;
	}

	private TopicMessage(TopicMessage other) {
		this.topic = other.topic;
		this.kind = other.kind;
		this.payload = other.payload.retain();
		this.givenId = other.givenId;
		this.excluded = other.excluded;
		this.sequence = other.sequence;
	}

	/**
	 * Returns what it was published to.
	 * @return the name of the topic
	 */
	public String topic() {
		return topic;
	}

	/**
	 * Returns what the bytes are.
	 * @return the kind of the payload
	 */
	public PayloadKind kind() {
		return kind;
	}

	/**
	 * Returns the payload. Other threads read it at the same time, so its indices must
	 * not be moved: read by absolute index, or from {@link ByteBuf#duplicate()}.
	 * @return a buffer that belongs to the message
	 */
	public ByteBuf payload() {
		return payload;
	}

	/**
	 * Returns what a client sends back to resume after this message.
	 * @return the id that the application gave, else the sequence number in decimal, else
	 * {@code null}
	 */
	public @Nullable String id() {
		if (givenId != null) {
			return givenId;
		}
		return (sequence != NO_SEQUENCE) ? Long.toString(sequence) : null;
	}

	/**
	 * Returns the place of the message in the history. It grows from message to message
	 * for each subscriber, over all topics, with gaps.
	 * @return a positive number below 2^53, or {@link #NO_SEQUENCE}
	 */
	public long sequence() {
		return sequence;
	}

	/** The id that the application gave. */
	@Nullable String givenId() {
		return givenId;
	}

	/** The id of the sink that it is not for. */
	@Nullable String excluded() {
		return excluded;
	}

	boolean isFor(TopicSubscriber subscriber) {
		return excluded == null || !excluded.equals(subscriber.id());
	}

	/**
	 * What it counts in a queue: its payload, and about what the rest takes.
	 */
	int cost() {
		return payload.readableBytes() + LoopQueue.ENTRY_BYTES;
	}

	/**
	 * Returns the message in a wire form, which is made now if this is the first time.
	 * @param <T> what the form encodes into
	 * @param form the same constant each time
	 * @return what belongs to the message: retain it if it is needed longer
	 */
	public <T extends ReferenceCounted> T encoded(WireForm<T> form) {
		Encoded known = find(encoded, form);
		return value((known != null) ? known : encode(form));
	}

	/*
	 * The lock is taken once for each form and loop at most, and makes "encoded once"
	 * hold exactly: the loops wake at the same moment, so without it each of them would
	 * encode.
	 */
	private synchronized Encoded encode(WireForm<?> form) {
		Encoded known = find(encoded, form);
		if (known == null) {
			known = new Encoded(form, form.encode(this), encoded);
			encoded = known;
		}
		return known;
	}

	private static @Nullable Encoded find(@Nullable Encoded first, WireForm<?> form) {
		Encoded candidate = first;
		while (candidate != null && candidate.form != form) {
			candidate = candidate.next;
		}
		return candidate;
	}

	@SuppressWarnings("unchecked")
	private static <T> T value(Encoded encoded) {
		return (T) encoded.value;
	}

	@Override
	public TopicMessage retain() {
		super.retain();
		return this;
	}

	/** Retains it unless it was released for the last time already. */
	boolean retainIfAlive() {
		if (refCnt() == 0) {
			return false;
		}
		try {
			retain();
			return true;
		}
		catch (IllegalReferenceCountException ex) {
			// released since
			return false;
		}
	}

	/**
	 * Returns the same message, not encoded yet. This one may be released already, but
	 * its payload must not be.
	 */
	TopicMessage again() {
		return new TopicMessage(this);
	}

	@Override
	public TopicMessage touch(Object hint) {
		payload.touch(hint);
		return this;
	}

	@Override
	protected void deallocate() {
		payload.release();
		for (Encoded each = encoded; each != null; each = each.next) {
			each.value.release();
		}
		encoded = null;
	}

	private static final class Encoded {

		private final WireForm<?> form;

		private final ReferenceCounted value;

		private final @Nullable Encoded next;

		Encoded(WireForm<?> form, ReferenceCounted value, @Nullable Encoded next) {
			this.form = form;
			this.value = value;
			this.next = next;
		}

	}

}
