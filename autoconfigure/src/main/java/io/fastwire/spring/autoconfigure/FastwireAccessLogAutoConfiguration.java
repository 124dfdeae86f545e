/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireReactiveWebServerFactory;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.web.server.WebFilter;

/**
 * Finds out who the users are, if the access log says it.
 */
@AutoConfiguration(after = FastwireReactiveWebServerAutoConfiguration.class)
@ConditionalOnClass(WebFilter.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnBean(FastwireReactiveWebServerFactory.class)
@Conditional(OnLoggedUser.class)
@ImportRuntimeHints(Users.Hints.class)
public final class FastwireAccessLogAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	PrincipalFilter fastwirePrincipalFilter() {
		return new PrincipalFilter();
	}

	/** What is refused to a user never comes to the filter above. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ServerHttpSecurity.class)
	static class SecurityConfiguration {

		@Bean
		Customizer<ServerHttpSecurity> fastwireSecurityContextCustomizer() {
			return (http) -> http.addFilterBefore(new SecurityContextFilter(), SecurityWebFiltersOrder.AUTHORIZATION);
		}

	}

}
