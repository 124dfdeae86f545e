/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Stored responses, for one {@link CachingHandler}. Thread-safe. Its memory is that of
 * the garbage collector: at most {@link CacheOptions#maxBytes()}, and nothing after
 * {@link #clear()}.
 */
public final class ResponseCache {

	/*
	 * Concurrency. All event loops share one map. Reading it takes no lock and writes
	 * nothing but the mark of a use, and that only if it is not there yet. All writing is
	 * done under one lock, which a miss takes once.
	 *
	 * Bodies are arrays and no buffers of Netty: a buffer that several loops send at once
	 * is counted by all of them in one word, which is the very contention that is not
	 * wanted here, and one that is evicted while it is being sent needs that count.
	 *
	 * Invalidation. A response must not be stored if its target was invalidated after its
	 * request had started: it may tell the old state. Each invalidation advances a number
	 * that many targets share, each purge one that all do. A response is stored only if
	 * the first is what it was when its request started, and if none of the purges that
	 * the second has counted since then names its target.
	 */

	/** Most responses of one target that differ by the fields of the request. */
	private static final int MAX_VARIANTS = 16;

	private static final int STRIPES = 1024;

	/** Of the size of the cache, what may be taken by bodies that are being recorded. */
	private static final int RECORDING_SHARE = 4;

	private static final int REFUSED_SLOTS = 4096;

	private static final int REFUSED = 1;

	private static final int PERSONAL = 2;

	private static final StoredResponse[] NO_RESPONSES = {};

	private final CacheOptions options;

	private final LongSupplier nanos;

	private final CacheCounters counters = new CacheCounters();

	private final ConcurrentMap<TargetKey, StoredResponse[]> responses = new ConcurrentHashMap<>();

	private final ConcurrentMap<TargetKey, Flight> flights = new ConcurrentHashMap<>();

	private final EvictionQueue queue = new EvictionQueue();

	private final AtomicIntegerArray invalidated = new AtomicIntegerArray(STRIPES);

	/** Written under the lock. */
	private final RecentPurges purges = new RecentPurges();

	/** Bytes of bodies that are being recorded. */
	private final AtomicLong recording = new AtomicLong();

	private final long maxRecording;

	/**
	 * Hashes of targets whose last response could not be stored, or only for one client,
	 * the last two bits telling which. Requests for them do not wait for each other. A
	 * wrong or lost one costs a needless wait, or a missing one.
	 */
	private final int[] refused = new int[REFUSED_SLOTS];

	private final Object lock = new Object();

	private long stores;

	private long evictions;

	private long invalidations;

	/**
	 * Creates an empty cache.
	 * @param options how much it holds
	 */
	public ResponseCache(CacheOptions options) {
		this(options, System::nanoTime);
	}

	/** Creates a cache with a clock of its own. */
	ResponseCache(CacheOptions options, LongSupplier nanos) {
		this.options = options;
		this.nanos = nanos;
		this.maxRecording = Math.max(options.maxBytes() / RECORDING_SHARE, maxBodyBytes());
	}

	/** Returns the time that ages are measured by. */
	long nanos() {
		return nanos.getAsLong();
	}

	/** Returns the time that dates are compared with, in seconds since 1970. */
	long seconds() {
		return System.currentTimeMillis() / 1000;
	}

	CacheOptions options() {
		return options;
	}

	CacheCounters counters() {
		return counters;
	}

	/** Returns the largest body that may be stored. */
	int maxBodyBytes() {
		return (int) Math.min(options.maxBodyBytes(), options.maxBytes());
	}

	/**
	 * Takes memory for recording, which is to be given back by {@link #release}.
	 * @return whether there is so much left
	 */
	boolean reserve(int bytes) {
		if (recording.addAndGet(bytes) <= maxRecording) {
			return true;
		}
		recording.addAndGet(-bytes);
		return false;
	}

	void release(int bytes) {
		recording.addAndGet(-bytes);
	}

	/** Requests that others wait for. */
	ConcurrentMap<TargetKey, Flight> flights() {
		return flights;
	}

	/**
	 * Finds a response, fresh or not.
	 * @param facts the {@link RequestFacts} of the request
	 */
	@Nullable StoredResponse find(TargetKey key, Headers request, int facts) {
		StoredResponse[] variants = responses.get(key);
		if (variants != null) {
			for (StoredResponse variant : variants) {
				if (variant.matches(request, facts)) {
					return variant;
				}
			}
		}
		return null;
	}

	/** Returns what {@link #store} compares: to be taken when the request starts. */
	long stamp(TargetKey key) {
		return (long) purges.count() << 32 | invalidated.get(stripe(key)) & 0xFFFF_FFFFL;
	}

	private boolean outdated(TargetKey key, long stamp) {
		return (int) stamp != invalidated.get(stripe(key)) || purges.concern(key, (int) (stamp >>> 32));
	}

	private static int stripe(TargetKey key) {
		return spread(key) & STRIPES - 1;
	}

	private static int spread(TargetKey key) {
		int hash = key.hashCode() * 0x9E3779B9;
		return hash ^ hash >>> 16;
	}

	/**
	 * Stores a response in place of those that answer the same request.
	 * @param stamp of when its request started
	 * @return whether it was stored; not if it may be outdated, or would take all there
	 * is
	 */
	boolean store(StoredResponse response, Headers request, int facts, long stamp) {
		TargetKey key = response.key();
		synchronized (lock) {
			if (outdated(key, stamp) || response.bytes() > options.maxBytes()) {
				return false;
			}
			StoredResponse[] kept = variantsBut(key, request, facts);
			StoredResponse[] variants = new StoredResponse[kept.length + 1];
			variants[0] = response;
			System.arraycopy(kept, 0, variants, 1, kept.length);
			responses.put(key, variants);
			queue.add(response);
			stores++;
			makeRoom();
		}
		rememberStored(key, response, request);
		return true;
	}

	/** The other variants of a target, the newest first, one place left. */
	private StoredResponse[] variantsBut(TargetKey key, Headers request, int facts) {
		StoredResponse[] present = responses.getOrDefault(key, NO_RESPONSES);
		StoredResponse[] kept = new StoredResponse[present.length];
		int count = 0;
		for (StoredResponse variant : present) {
			if (variant.matches(request, facts)) {
				queue.remove(variant);
			}
			else if (count == MAX_VARIANTS - 1) {
				queue.remove(variant);
				evictions++;
			}
			else {
				kept[count++] = variant;
			}
		}
		return Arrays.copyOf(kept, count);
	}

	private void makeRoom() {
		while (queue.size() > options.maxEntries() || queue.bytes() > options.maxBytes()) {
			StoredResponse victim = queue.victim();
			if (victim == null) {
				return;
			}
			drop(victim);
			evictions++;
		}
	}

	@SuppressWarnings("ReferenceEquality") // that very element
	private boolean drop(StoredResponse response) {
		StoredResponse[] present = responses.getOrDefault(response.key(), NO_RESPONSES);
		StoredResponse[] kept = Arrays.stream(present)
			.filter((variant) -> variant != response)
			.toArray(StoredResponse[]::new);
		if (kept.length == present.length) {
			return false;
		}
		queue.remove(response);
		if (kept.length == 0) {
			responses.remove(response.key());
		}
		else {
			responses.put(response.key(), kept);
		}
		return true;
	}

	/** Removes one response, because the handler gave another that cannot be stored. */
	void remove(StoredResponse response) {
		synchronized (lock) {
			if (drop(response)) {
				invalidations++;
			}
		}
	}

	/** Removes all responses of a target, those on their way too. */
	void invalidate(TargetKey key) {
		flights.remove(key);
		synchronized (lock) {
			invalidated.incrementAndGet(stripe(key));
			invalidations += removeAll(key);
		}
	}

	private int removeAll(TargetKey key) {
		StoredResponse[] removed = responses.remove(key);
		if (removed == null) {
			return 0;
		}
		for (StoredResponse variant : removed) {
			queue.remove(variant);
		}
		return removed.length;
	}

	/**
	 * Whether the last response of a target could not be stored, or not for others than
	 * its client where this request has a cookie too.
	 */
	boolean refuses(TargetKey key, Headers request) {
		int mark = refused[spread(key) & REFUSED_SLOTS - 1];
		return mark == mark(key, REFUSED) || (mark == mark(key, PERSONAL) && request.contains("Cookie"));
	}

	/** Never 0. */
	private static int mark(TargetKey key, int kind) {
		return key.hashCode() & ~3 | kind;
	}

	void rememberRefusal(TargetKey key) {
		refused[spread(key) & REFUSED_SLOTS - 1] = mark(key, REFUSED);
	}

	/** What is stored for a request without a cookie says nothing of those with one. */
	private void rememberStored(TargetKey key, StoredResponse response, Headers request) {
		int slot = spread(key) & REFUSED_SLOTS - 1;
		int present = refused[slot];
		int mark = response.personal() ? mark(key, PERSONAL) : 0;
		if (present != mark && (mark != 0 || present != mark(key, PERSONAL) || request.contains("Cookie"))) {
			refused[slot] = mark;
		}
	}

	/**
	 * Removes all responses. Those that are on their way are not stored.
	 * @return how many were removed
	 */
	public int purge() {
		return purgeWhere("", true);
	}

	/**
	 * Removes the responses of one target.
	 * @param target path and query as clients send them, for all hosts, such as
	 * {@code /orders?page=2}, or a URI, such as
	 * {@code https://example.com/orders?page=2}, with the host in lower case and without
	 * a default port
	 * @return how many were removed
	 */
	public int purge(String target) {
		return purgeWhere(target, false);
	}

	/**
	 * Removes the responses of all targets that begin in one way.
	 * @param prefix what {@link #purge(String)} takes, or the beginning of that
	 * @return how many were removed
	 */
	public int purgePrefix(String prefix) {
		return purgeWhere(prefix, true);
	}

	private int purgeWhere(String wanted, boolean prefix) {
		flights.keySet().removeIf((key) -> key.fits(wanted, prefix));
		synchronized (lock) {
			purges.add(wanted, prefix);
			int removed = 0;
			for (TargetKey key : responses.keySet()) {
				if (key.fits(wanted, prefix)) {
					removed += removeAll(key);
				}
			}
			invalidations += removed;
			return removed;
		}
	}

	/**
	 * Removes all responses, forgets all requests in progress and counts from 0 again. To
	 * be called when the server has stopped.
	 */
	public void clear() {
		purge();
		flights.clear();
		Arrays.fill(refused, 0);
		counters.reset();
		synchronized (lock) {
			stores = 0;
			evictions = 0;
			invalidations = 0;
		}
	}

	/**
	 * Returns what the cache has done and holds.
	 * @return a snapshot
	 */
	public CacheStatistics statistics() {
		synchronized (lock) {
			return new CacheStatistics(counters.read(CacheCounter.HITS), counters.read(CacheCounter.STALE),
					counters.read(CacheCounter.MISSES), counters.read(CacheCounter.BYPASSES),
					counters.read(CacheCounter.COLLAPSED), counters.read(CacheCounter.REVALIDATIONS), stores,
					counters.read(CacheCounter.REFUSALS), evictions, invalidations, queue.size(), queue.bytes());
		}
	}

	/** For tests: what is stored, by target. */
	Map<TargetKey, StoredResponse[]> stored() {
		return Map.copyOf(responses);
	}

}
