/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

import io.fastwire.spring.topic.PublishTo;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Invents prices and publishes them, ten times a second. While nobody listens, nothing is
 * encoded.
 */
@Component
class QuoteFeed {

	private static final double LARGEST_STEP = 0.01;

	private final Map<String, Double> prices = new ConcurrentHashMap<>(
			Map.of("tea", 4.20, "coffee", 7.80, "cocoa", 6.10));

	@Scheduled(fixedRate = 100)
	@PublishTo(topics = "quotes/{result.product}", each = true)
	public List<Quote> move() {
		prices.replaceAll(
				(product, price) -> price * (1 + ThreadLocalRandom.current().nextGaussian() * LARGEST_STEP / 3));
		return prices.entrySet().stream().map((price) -> new Quote(price.getKey(), price.getValue())).toList();
	}

	/** The price of a product. */
	record Quote(String product, double price) {
	}

}
