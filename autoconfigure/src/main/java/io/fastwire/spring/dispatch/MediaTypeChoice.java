/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/**
 * Chooses the media type of a response from what the client accepts and the application
 * can produce, as Spring Framework's {@code HandlerResultHandlerSupport}, but in one
 * list, where that one fills two lists and a set.
 */
final class MediaTypeChoice {

	/** Most responses have one candidate. */
	private static final int USUAL_CANDIDATES = 2;

	/** What is known too little about to be told to a client. */
	private static final List<MediaType> UNKNOWN_APPLICATION_TYPES = List.of(MediaType.ALL,
			new MediaType("application"));

	private MediaTypeChoice() {
	}

	/**
	 * Chooses.
	 * @param exchange whose response may have a type already
	 * @param writable what can be produced if the mapping does not say it
	 * @param acceptable what the client accepts, the best first
	 * @return {@code null} if nothing is both
	 */
	static @Nullable MediaType choose(ServerWebExchange exchange, Supplier<List<MediaType>> writable,
			List<MediaType> acceptable) {
		MediaType present = exchange.getResponse().getHeaders().getContentType();
		if (present != null && present.isConcrete()) {
			return present;
		}
		Set<MediaType> mapped = exchange.getAttribute(HandlerMapping.PRODUCIBLE_MEDIA_TYPES_ATTRIBUTE);
		return first(candidates(acceptable, (mapped != null) ? mapped : writable.get()));
	}

	private static List<MediaType> candidates(List<MediaType> acceptable, Collection<MediaType> producible) {
		List<MediaType> candidates = new ArrayList<>(USUAL_CANDIDATES);
		for (MediaType accepted : acceptable) {
			for (MediaType produced : producible) {
				if (accepted.isCompatibleWith(produced)) {
					MediaType candidate = moreSpecific(accepted, produced.copyQualityValue(accepted));
					if (!candidates.contains(candidate)) {
						candidates.add(candidate);
					}
				}
			}
		}
		MimeTypeUtils.sortBySpecificity(candidates);
		return candidates;
	}

	private static MediaType moreSpecific(MediaType accepted, MediaType produced) {
		return accepted.isLessSpecific(produced) ? produced : accepted;
	}

	private static @Nullable MediaType first(List<MediaType> candidates) {
		for (MediaType candidate : candidates) {
			if (candidate.isConcrete()) {
				return candidate.removeQualityValue();
			}
			if (candidate.isPresentIn(UNKNOWN_APPLICATION_TYPES)) {
				return MediaType.APPLICATION_OCTET_STREAM;
			}
		}
		return null;
	}

}
