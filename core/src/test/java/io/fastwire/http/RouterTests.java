/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RouterTests {

	private final List<String> hits = new ArrayList<>();

	private final ResponseHeaders headers = new ResponseHeaders();

	private int status = 200;

	private RouteHandler hit(String name) {
		return (exchange, parameters) -> hits.add(name);
	}

	private RouteHandler hit(String name, String variable) {
		return (exchange, parameters) -> hits
			.add(name + ":" + parameters.get(variable) + ":" + parameters.raw(variable));
	}

	/** An exchange that knows its method and target, and notes its status and fields. */
	private Exchange exchange(String method, RequestTarget target) {
		return (Exchange) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Exchange.class },
				(proxy, called, arguments) -> switch (called.getName()) {
					case "method" -> method;
					case "target" -> target;
					case "responseHeaders" -> headers;
					case "status" -> {
						status = (int) arguments[0];
						yield proxy;
					}
					case "end" -> hits.add("ended " + status);
					default -> throw new UnsupportedOperationException(called.getName());
				});
	}

	private String handle(Router router, String method, String path) {
		hits.clear();
		router.handle(exchange(method, RequestTarget.origin(path)));
		assertThat(hits).hasSize(1);
		return hits.get(0);
	}

	@ParameterizedTest
	@CsvSource({ "/a/b, literal", "/a/x, variable:x:x", "/a/x/c, deeper:x:x", "/a/b/d, rest:a/b/d:a/b/d",
			"/a, rest:a:a", "/, rest::", "/z/y, rest:z/y:z/y", "/a/, rest:a/:a/", "//, rest:/:/" })
	void firstSegmentInWhichPatternsDifferDecides(String path, String expected) {
		Router router = Router.builder()
			.get("/*", hit("rest", "*"))
			.get("/a/{id}", hit("variable", "id"))
			.get("/a/b", hit("literal"))
			.get("/a/{id}/c", hit("deeper", "id"))
			.build();
		assertThat(handle(router, "GET", path)).isEqualTo(expected);
	}

	@Test
	void searchGoesBackWhenALiteralLeadsNowhere() {
		Router router = Router.builder()
			.get("/a/b/c", hit("literal"))
			.get("/a/{x}/d", hit("variable", "x"))
			.get("/{y}/b/e", hit("first", "y"))
			.build();
		assertThat(handle(router, "GET", "/a/b/d")).isEqualTo("variable:b:b");
		assertThat(handle(router, "GET", "/a/b/e")).isEqualTo("first:a:a");
		assertThat(handle(router, "GET", "/a/b/f")).isEqualTo("ended 404");
	}

	@ParameterizedTest
	@CsvSource({ "/%61, %61, a", "/caf%C3%A9, caf%C3%A9, café", "/a%2Fb, a%2Fb, a/b", "/a+b, a+b, a+b",
			"/%E2%82%AC%f0%9f%98%80, %E2%82%AC%f0%9f%98%80, €😀" })
	void variablesAreDecodedAndTheirRawFormIsKept(String path, String raw, String decoded) {
		Router router = Router.builder().get("/{v}", hit("v", "v")).get("/%61/x", hit("raw literal")).build();
		assertThat(handle(router, "GET", path)).isEqualTo("v:" + decoded + ":" + raw);
		assertThat(handle(router, "GET", "/%61/x")).isEqualTo("raw literal");
		assertThat(handle(router, "GET", "/a/x")).isEqualTo("ended 404");
	}

	@Test
	void emptySegmentIsNoValueOfAVariable() {
		Router router = Router.builder().get("/a/{id}", hit("variable", "id")).build();
		assertThat(handle(router, "GET", "/a/")).isEqualTo("ended 404");
		assertThat(handle(router, "GET", "/a")).isEqualTo("ended 404");
	}

	@Test
	void wrongMethodIsA405ThatNamesTheOthers() {
		Router router = Router.builder()
			.get("/a", hit("get"))
			.post("/a", hit("post"))
			.route("DELETE", "/{x}", hit("delete"))
			.build();
		assertThat(handle(router, "PUT", "/a")).isEqualTo("ended 405");
		assertThat(headers.get("Allow")).isEqualTo("DELETE, GET, HEAD, POST");
		assertThat(handle(router, "DELETE", "/a")).isEqualTo("delete");
		assertThat(handle(router, "POST", "/b")).isEqualTo("ended 405");
		assertThat(headers.get("Allow")).isEqualTo("DELETE");
		assertThat(handle(router, "get", "/a")).as("methods are case-sensitive").isEqualTo("ended 405");
	}

	@Test
	void headIsAnsweredByGetUnlessItHasARoute() {
		Router router = Router.builder()
			.get("/a", hit("get"))
			.get("/b", hit("get"))
			.route("HEAD", "/b", hit("head"))
			.any("/a", hit("any"))
			.post("/c", hit("post"))
			.build();
		assertThat(handle(router, "HEAD", "/a")).isEqualTo("get");
		assertThat(handle(router, "HEAD", "/b")).isEqualTo("head");
		assertThat(handle(router, "HEAD", "/c")).isEqualTo("ended 405");
	}

	@Test
	void routeWithoutAMethodComesLast() {
		Router router = Router.builder().any("/a", hit("any")).post("/a", hit("post")).build();
		assertThat(handle(router, "POST", "/a")).isEqualTo("post");
		assertThat(handle(router, "PATCH", "/a")).isEqualTo("any");
		assertThat(handle(router, "HEAD", "/a")).isEqualTo("any");
	}

	@Test
	void optionsAsteriskMatchesNoRoute() {
		Router.Builder builder = Router.builder().any("/", hit("root")).any("/*", hit("rest"));
		builder.build().handle(exchange("OPTIONS", RequestTarget.asterisk()));
		assertThat(hits).containsExactly("ended 204");
		builder.fallback((exchange) -> hits.add("fallback"));
		builder.build().handle(exchange("OPTIONS", RequestTarget.asterisk()));
		assertThat(hits).contains("fallback").hasSize(2);
	}

	@Test
	void fallbackTakesWhatNoRouteTakes() {
		Router router = Router.builder().get("/a", hit("a")).fallback((exchange) -> hits.add("fallback")).build();
		assertThat(handle(router, "GET", "/b")).isEqualTo("fallback");
		assertThat(handle(router, "POST", "/a")).isEqualTo("fallback");
		assertThat(handle(router, "GET", "/a")).isEqualTo("a");
	}

	@Test
	void absoluteTargetsAreMatchedByTheirPath() {
		Router router = Router.builder().get("/p", hit("p")).build();
		router.handle(exchange("GET", RequestTarget.absolute("http://h/p?q", 7, 8)));
		assertThat(hits).containsExactly("p");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "a/b", "/{id", "/id}", "/x{id}", "/{}", "/a*", "/*/b", "/{a}/{a}", "/**" })
	void malformedPatternsAreRefused(String pattern) {
		assertThatIllegalArgumentException().isThrownBy(() -> Router.builder().get(pattern, hit("x")));
	}

	@ParameterizedTest
	@CsvSource({ "/a, /a", "/{a}, /{b}", "/a/{x}/c, /a/{y}/c", "/*, /*" })
	void twoRoutesForTheSameRequestsAreRefused(String first, String second) {
		Router.Builder builder = Router.builder().get(first, hit("first")).post(second, hit("other method"));
		assertThatIllegalArgumentException().isThrownBy(() -> builder.get(second, hit("second")))
			.withMessageContaining(first)
			.withMessageContaining(second);
	}

	@Test
	void unknownVariableIsRefused() {
		Router router = Router.builder().get("/{a}", hit("a", "b")).build();
		assertThatIllegalArgumentException().isThrownBy(() -> handle(router, "GET", "/x"));
	}

	@Test
	void builderKnowsWhetherItIsEmpty() {
		Router.Builder builder = Router.builder();
		assertThat(builder.isEmpty()).isTrue();
		assertThat(builder.get("/", hit("root")).isEmpty()).isFalse();
		assertThat(handle(builder.build(), "GET", "/")).isEqualTo("root");
	}

}
