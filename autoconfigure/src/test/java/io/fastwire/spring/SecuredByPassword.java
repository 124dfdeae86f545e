/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.server.SecurityWebFilterChain;

/** Imported by an application, lets only one user in. */
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
public class SecuredByPassword {

	/** What the user sends as {@code Authorization}. */
	public static final String ADA = basic("ada");

	/**
	 * Returns what somebody sends who has the password of the user.
	 * @param name by which others are not known
	 * @return the value of {@code Authorization}
	 */
	public static String basic(String name) {
		return "Basic " + Base64.getEncoder().encodeToString((name + ":secret").getBytes(StandardCharsets.US_ASCII));
	}

	/**
	 * Decides who may see what; an application that extends this may have other rules.
	 * @param http to be built
	 * @return the chain of filters
	 */
	@Bean
	protected SecurityWebFilterChain chain(ServerHttpSecurity http) {
		return http.authorizeExchange((exchanges) -> exchanges.anyExchange().authenticated())
			.httpBasic(Customizer.withDefaults())
			.build();
	}

	@Bean
	MapReactiveUserDetailsService users() {
		return new MapReactiveUserDetailsService(
				User.withUsername("ada").password("{noop}secret").roles("USER").build());
	}

}
