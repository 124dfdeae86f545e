/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Logs one warning when a servlet application starts.
 */
final class ServletApplicationReporter implements SmartInitializingSingleton {

	private static final Log LOGGER = LogFactory.getLog(ServletApplicationReporter.class);

	@Override
	public void afterSingletonsInstantiated() {
		LOGGER.warn("Fastwire serves only reactive applications for now, and this is a servlet application: "
				+ "its servlet container stays. Use spring-boot-starter-webflux instead of spring-boot-starter-webmvc, "
				+ "or remove Fastwire, or set fastwire.enabled=false.");
	}

}
