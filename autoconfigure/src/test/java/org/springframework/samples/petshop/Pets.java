/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package org.springframework.samples.petshop;

import io.fastwire.spring.topic.PublishTo;

/** A bean of an application that is below Spring's package, as its samples are. */
public class Pets {

	/**
	 * Publishes a pet.
	 * @param pet its name
	 * @return the same
	 */
	@PublishTo("pets")
	public String add(String pet) {
		return pet;
	}

}
