/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import org.springframework.http.HttpCookie;
import org.springframework.http.ResponseCookie;
import org.springframework.util.MultiValueMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Cookies from and to clients. */
abstract class CookieContract extends WebServerHarness {

	private final AtomicReference<MultiValueMap<String, HttpCookie>> seen = new AtomicReference<>();

	CookieContract(Servers kind) {
		super(kind);
	}

	@Test
	void passesOnTheCookiesOfARequest() throws Exception {
		startKeepingCookies();
		send(request("/").header("Cookie", "SID=31d4d96e407aad42; lang=en-US"));
		assertThat(seen.get().keySet()).containsExactlyInAnyOrder("SID", "lang");
		assertThat(values("SID")).containsExactly("31d4d96e407aad42");
		assertThat(values("lang")).containsExactly("en-US");
	}

	@Test
	void passesOnCookiesOfTheSameName() throws Exception {
		startKeepingCookies();
		send(request("/").header("Cookie", "SID=1; SID=2; lang=en-US"));
		assertThat(values("SID")).containsExactly("1", "2");
	}

	@Test
	void sendsEachCookieInAFieldOfItsOwn() throws Exception {
		start((request, response) -> {
			response.addCookie(ResponseCookie.from("SID", "1")
				.path("/")
				.domain("a.example")
				.maxAge(Duration.ofSeconds(60))
				.secure(true)
				.httpOnly(true)
				.sameSite("Lax")
				.build());
			response.addCookie(ResponseCookie.from("SID", "2").path("/b").build());
			response.addCookie(ResponseCookie.from("lang", "en-US").secure(true).partitioned(true).build());
			return response.setComplete();
		});
		List<String> fields = send(request("/")).headers().allValues("Set-Cookie");
		assertThat(fields).hasSize(3);
		assertThat(fields.get(0)).startsWith("SID=1;")
			.contains("Path=/", "Domain=a.example", "Max-Age=60", "Secure", "SameSite=Lax")
			.containsIgnoringCase("HttpOnly");
		assertThat(fields.get(1)).startsWith("SID=2;").contains("Path=/b");
		assertThat(fields.get(2)).startsWith("lang=en-US;").contains("Partitioned");
	}

	private void startKeepingCookies() {
		start((request, response) -> {
			seen.set(request.getCookies());
			return response.setComplete();
		});
	}

	private List<String> values(String name) {
		return seen.get().get(name).stream().map(HttpCookie::getValue).toList();
	}

}
