/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Tells where to look, once there is something to see. */
@Component
class StartupLog {

	private static final Logger LOGGER = LoggerFactory.getLogger(StartupLog.class);

	@EventListener
	void started(ApplicationReadyEvent event) {
		String port = event.getApplicationContext().getEnvironment().getProperty("local.server.port");
		String home = "http://localhost:" + port;
		LOGGER.info("Orders and prices, live: {}/", home);
		LOGGER.info("Dashboard:               {}/actuator/fastwire", home);
		LOGGER.info("Metrics:                 {}/actuator/metrics, /actuator/prometheus", home);
	}

}
