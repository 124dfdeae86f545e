/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

/**
 * What tests publish.
 *
 * @param id a number
 * @param customer who
 */
record Order(long id, Customer customer) {

	static Order of(long id) {
		return new Order(id, new Customer("c" + id));
	}

	@Override
	public String toString() {
		return "order " + id;
	}

	/**
	 * A bean, unlike the record around it.
	 */
	static final class Customer {

		private final String name;

		Customer(String name) {
			this.name = name;
		}

		public String getName() {
			return name;
		}

	}

}
