/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;

/**
 * Tells the developers of a servlet application that Fastwire does not serve it. Their
 * servlet container stays.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnBooleanProperty(name = "fastwire.enabled", matchIfMissing = true)
public final class FastwireServletApplicationAutoConfiguration {

	@Bean
	ServletApplicationReporter fastwireServletApplicationReporter() {
		return new ServletApplicationReporter();
	}

}
