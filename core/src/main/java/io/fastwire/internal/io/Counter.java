/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

/** What {@link LoopCounters} counts. */
public enum Counter {

	/** Connections accepted. */
	CONNECTIONS_OPENED,

	/** Connections closed. */
	CONNECTIONS_CLOSED,

	/** Connections closed at once because the server had too many. */
	CONNECTIONS_REFUSED_TOTAL,

	/** Connections closed at once because their address had too many. */
	CONNECTIONS_REFUSED_ADDRESS,

	/** Times at which a connection could not be accepted, for want of descriptors. */
	ACCEPT_FAILURES,

	/** Requests whose head was complete and valid. */
	REQUESTS_STARTED,

	/** Requests whose response was written in full. */
	REQUESTS_COMPLETED,

	/** Requests given up before that. */
	REQUESTS_ABORTED,

	/** Bytes read from sockets. */
	BYTES_RECEIVED,

	/** Bytes handed to sockets. */
	BYTES_SENT,

	/** Header sections equal to the one before on the same connection. */
	REPEAT_HEADS,

	/** Unknown field names found in the cache of the loop. */
	NAME_CACHE_HITS,

	/** Unknown field names not found there. */
	NAME_CACHE_MISSES,

	/** Unknown field names that drove another one out. */
	NAME_CACHE_REPLACEMENTS,

	/** Field lines of responses found in the cache of the loop. */
	FIELD_CACHE_HITS,

	/** Field lines of responses not found there. */
	FIELD_CACHE_MISSES,

	/** Field lines of responses that drove another one out. */
	FIELD_CACHE_REPLACEMENTS,

	/** Times at which the loop was watched for delay. */
	DELAY_SAMPLES,

	/** How late the loop was at these times, summed up, in nanoseconds. */
	DELAY_NANOS,

	/** TLS handshakes that succeeded. */
	TLS_HANDSHAKES,

	/** Connections to a TLS port that began with something else. */
	TLS_NOT_TLS,

	/** TLS handshakes that one side refused. */
	TLS_REFUSED,

	/** TLS handshakes that took too long. */
	TLS_TIMED_OUT,

	/** Connections that ended before the TLS handshake did. */
	TLS_ABANDONED,

	/** Connections that did not begin with the PROXY header they had to have. */
	PROXY_MISSING,

	/** Connections with a PROXY header that cannot be read. */
	PROXY_MALFORMED,

	/** Connections of peers that are no trusted proxy, where one is required. */
	PROXY_UNTRUSTED,

	/** Connections whose PROXY header took too long. */
	PROXY_TIMED_OUT,

	/** Connections that ended before their PROXY header did. */
	PROXY_ABANDONED,

	/** Connections that speak HTTP/2. */
	HTTP2_CONNECTIONS,

	/** Connections whose HTTP/2 client broke the protocol. */
	HTTP2_CONNECTION_ERRORS,

	/** Connections ended because too many streams were reset. */
	HTTP2_RESET_FLOODS,

	/** Connections ended because too many frames carried nothing. */
	HTTP2_CONTROL_FLOODS,

	/** Connections ended because a header block came in too many pieces. */
	HTTP2_CONTINUATION_FLOODS,

	/** Streams that the client reset. */
	HTTP2_STREAMS_RESET_BY_CLIENT,

	/** Streams that this server reset. */
	HTTP2_STREAMS_RESET_BY_SERVER;

	private static final int COUNT = values().length;

	static int count() {
		return COUNT;
	}

}
