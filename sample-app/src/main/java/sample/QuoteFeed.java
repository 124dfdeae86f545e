/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

import io.fastwire.spring.topic.TopicPublisher;

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

	private final TopicPublisher publisher;

	QuoteFeed(TopicPublisher publisher) {
		this.publisher = publisher;
	}

	@Scheduled(fixedRate = 100)
	void publish() {
		prices.replaceAll(
				(product, price) -> price * (1 + ThreadLocalRandom.current().nextGaussian() * LARGEST_STEP / 3));
		prices.forEach((product, price) -> publisher.publish("quotes/" + product, new Quote(product, price)));
	}

	/** The price of a product. */
	record Quote(String product, double price) {
	}

}
