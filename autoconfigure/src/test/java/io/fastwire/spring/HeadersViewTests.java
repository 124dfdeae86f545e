/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.fastwire.http.Headers;
import io.fastwire.http.ResponseHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Both views read alike; only that of a response can be written. */
class HeadersViewTests {

	private static final String[] MIXED = { "TestHeader", "first", "TestHEADER", "second", "SecondHeader", "value",
			"TestHeader", "third" };

	static List<MultiValueMap<String, String>> mixed() {
		ResponseHeaders fields = new ResponseHeaders();
		for (int i = 0; i < MIXED.length; i += 2) {
			fields.add(MIXED[i], MIXED[i + 1]);
		}
		return List.of(new RequestHeadersView(new TestHeaders(MIXED)), new ResponseHeadersView(fields));
	}

	@ParameterizedTest
	@MethodSource("mixed")
	void findsNamesInAnyCase(MultiValueMap<String, String> headers) {
		assertThat(headers.getFirst("testheader")).isEqualTo("first");
		assertThat(headers.get("TESTHEADER")).containsExactly("first", "second", "third");
		assertThat(headers.get("secondheader")).containsExactly("value");
		assertThat(headers.containsKey("sEcOnDhEaDeR")).isTrue();
	}

	@ParameterizedTest
	@MethodSource("mixed")
	void doesNotFindWhatIsNotThere(MultiValueMap<String, String> headers) {
		assertThat(headers.getFirst("Unknown")).isNull();
		assertThat(headers.get("Unknown")).isNull();
		Object notAName = 42;
		assertThat(headers.get(notAName)).isNull();
		assertThat(headers.containsKey("Unknown")).isFalse();
		assertThat(headers.containsKey(notAName)).isFalse();
		assertThat(headers.containsValue(List.of("first"))).isFalse();
	}

	@ParameterizedTest
	@MethodSource("mixed")
	void countsEachNameOnce(MultiValueMap<String, String> headers) {
		assertThat(headers).hasSize(2);
		assertThat(headers.isEmpty()).isFalse();
		assertThat(headers.keySet()).containsExactly("TestHeader", "SecondHeader");
		assertThat(headers.entrySet()).extracting(Map.Entry::getKey).containsExactly("TestHeader", "SecondHeader");
		assertThat(headers.values()).containsExactly(List.of("first", "second", "third"), List.of("value"));
		assertThat(headers.containsValue(List.of("value"))).isTrue();
	}

	@ParameterizedTest
	@MethodSource("mixed")
	void reducesToFirstValues(MultiValueMap<String, String> headers) {
		assertThat(headers.toSingleValueMap()).hasSize(2)
			.containsEntry("TestHeader", "first")
			.containsEntry("SecondHeader", "value");
		assertThat(headers.toSingleValueMap().get("testHEADER")).isEqualTo("first");
	}

	@ParameterizedTest
	@MethodSource("mixed")
	void writesItselfAsHttpHeadersDo(MultiValueMap<String, String> headers) {
		assertThat(headers).hasToString("[TestHeader:\"first\", \"second\", \"third\", SecondHeader:\"value\"]");
	}

	@ParameterizedTest
	@MethodSource("mixed")
	void isCopiedWithoutDuplicates(MultiValueMap<String, String> headers) {
		HttpHeaders copy = HttpHeaders.copyOf(headers);
		HttpHeaders added = new HttpHeaders();
		added.addAll(new HttpHeaders(headers));
		assertThat(copy.size()).isEqualTo(2);
		assertThat(copy.get("testheader")).containsExactly("first", "second", "third");
		assertThat(added).isEqualTo(copy);
		assertThat(new HttpHeaders(headers)).isEqualTo(copy).hasSameHashCodeAs(new HttpHeaders(headers));
	}

	@ParameterizedTest
	@MethodSource("mixed")
	void iteratorEndsWithAnException(MultiValueMap<String, String> headers) {
		Iterator<String> names = headers.keySet().iterator();
		names.next();
		names.next();
		assertThat(names.hasNext()).isFalse();
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(names::next);
	}

	@Test
	void requestFieldsCannotBeChanged() {
		MultiValueMap<String, String> headers = new RequestHeadersView(new TestHeaders(MIXED));
		List<Runnable> changes = List.of(() -> headers.add("a", "b"), () -> headers.addAll("a", List.of("b")),
				() -> headers.set("a", "b"), () -> headers.put("a", List.of("b")), () -> headers.remove("TestHeader"),
				headers::clear, () -> headers.setAll(Map.of("a", "b")), () -> headers.putAll(Map.of("a", List.of("b"))),
				() -> headers.keySet().remove("TestHeader"), () -> headers.keySet().clear(),
				() -> headers.entrySet().iterator().next().setValue(List.of("b")), () -> {
					Iterator<String> names = headers.keySet().iterator();
					names.next();
					names.remove();
				});
		for (Runnable change : changes) {
			assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(change::run);
		}
		assertThat(headers.get("TestHeader")).containsExactly("first", "second", "third");
	}

	@Test
	void noFieldsAreAnEmptyMap() {
		assertThat(new RequestHeadersView(new TestHeaders())).isEmpty();
		assertThat(new ResponseHeadersView(new ResponseHeaders())).isEmpty();
	}

	@Test
	void changesReachTheResponse() {
		ResponseHeaders fields = new ResponseHeaders();
		HttpHeaders headers = new HttpHeaders(new ResponseHeadersView(fields));
		headers.setContentType(MediaType.TEXT_PLAIN);
		headers.add("X-A", "1");
		headers.addAll("x-a", List.of("2", "3"));
		headers.setAll(Map.of("X-B", "b"));
		assertThat(fields).hasToString("[Content-Type: text/plain, X-A: 1, x-a: 2, x-a: 3, X-B: b]");
		headers.set("X-A", "0");
		headers.remove("x-b");
		assertThat(fields).hasToString("[Content-Type: text/plain, X-A: 0]");
		headers.clearContentHeaders();
		headers.clear();
		assertThat(fields.size()).isZero();
	}

	@Test
	void putReplacesAndTellsWhatWasThere() {
		MultiValueMap<String, String> headers = mutable();
		assertThat(headers.put("TESTheader", List.of("x", "y"))).containsExactly("first", "second", "third");
		assertThat(headers.put("New", List.of("n"))).isNull();
		assertThat(headers.putIfAbsent("new", List.of("m"))).containsExactly("n");
		assertThat(headers.get("TestHeader")).containsExactly("x", "y");
		assertThat(headers.put("New", List.of())).containsExactly("n");
		assertThat(headers.containsKey("New")).isFalse();
	}

	@Test
	void removeTellsWhatWasThere() {
		Object notAName = 42;
		MultiValueMap<String, String> headers = mutable();
		assertThat(headers.remove("testheader")).containsExactly("first", "second", "third");
		assertThat(headers.remove("testheader")).isNull();
		assertThat(headers.remove(notAName)).isNull();
	}

	@Test
	void nullValuesAreIgnored() {
		MultiValueMap<String, String> headers = new ResponseHeadersView(new ResponseHeaders());
		headers.add("A", null);
		headers.set("A", null);
		headers.addAll("A", Arrays.asList(null, "1"));
		headers.put("B", Arrays.asList("2", null));
		assertThat(headers.get("A")).containsExactly("1");
		assertThat(headers.get("B")).containsExactly("2");
	}

	@Test
	void everyNameCanBeRemovedWhileIterating() {
		MultiValueMap<String, String> headers = mutable();
		Iterator<String> names = headers.keySet().iterator();
		names.next();
		names.remove();
		assertThatIllegalStateException().isThrownBy(names::remove);
		assertThat(headers.keySet()).containsExactly("SecondHeader");
		assertThat(names.next()).isEqualTo("SecondHeader");
		names.remove();
		assertThat(headers).isEmpty();
		assertThat(names.hasNext()).isFalse();
	}

	@Test
	void manyNamesAreIteratedLikeFew() {
		ResponseHeaders fields = new ResponseHeaders();
		List<String> names = IntStream.range(0, 100).mapToObj((i) -> "Name-" + i).toList();
		names.forEach((name) -> fields.add(name, "1"));
		names.forEach((name) -> fields.add(name.toUpperCase(Locale.ROOT), "2"));
		MultiValueMap<String, String> headers = new ResponseHeadersView(fields);
		assertThat(headers).hasSize(100);
		assertThat(headers.keySet()).containsExactlyElementsOf(names);
		assertThat(headers.toSingleValueMap()).hasSize(100).containsEntry("name-7", "1");
		headers.keySet().removeIf((name) -> name.endsWith("7") || name.endsWith("8"));
		assertThat(headers.keySet()).containsExactlyElementsOf(
				names.stream().filter((name) -> !name.endsWith("7") && !name.endsWith("8")).toList());
		headers.keySet().removeIf((name) -> true);
		assertThat(fields.size()).isZero();
	}

	/** A client chooses how many fields it sends. */
	@Test
	void manyNamesAreNotSearchedForEachName() {
		String[] lines = IntStream.range(0, 500)
			.boxed()
			.flatMap((i) -> Stream.of("Name-" + i, "v"))
			.toArray(String[]::new);
		TestHeaders fields = new TestHeaders(lines);
		AtomicInteger searches = new AtomicInteger();
		Headers counting = (Headers) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { Headers.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("indexOf")) {
						searches.incrementAndGet();
					}
					return method.invoke(fields, arguments);
				});
		assertThat(new RequestHeadersView(counting).keySet()).hasSize(500);
		assertThat(searches).hasValue(0);
	}

	@Test
	void keySetIsLive() {
		MultiValueMap<String, String> headers = mutable();
		headers.keySet().removeIf("SecondHeader"::equals);
		assertThat(headers.keySet()).hasSize(1);
		assertThat(headers.keySet().contains("testheader")).isTrue();
		assertThat(headers.keySet().remove("TESTHEADER")).isTrue();
		assertThat(headers.keySet().remove("TESTHEADER")).isFalse();
	}

	@Test
	void entriesWriteThrough() {
		MultiValueMap<String, String> headers = mutable();
		for (Map.Entry<String, List<String>> entry : new HttpHeaders(headers).headerSet()) {
			entry.setValue(List.of(entry.getKey()));
		}
		assertThat(headers.get("TestHeader")).containsExactly("TestHeader");
		Map.Entry<String, List<String>> entry = headers.entrySet().iterator().next();
		assertThat(entry.setValue(List.of("x"))).hasSize(1);
		assertThat(headers.getFirst(entry.getKey())).isEqualTo("x");
		assertThat(entry.getValue()).containsExactly("x");
		new HttpHeaders(headers).headerSet().removeIf((each) -> true);
		assertThat(headers).isEmpty();
	}

	@Test
	void equalsAMapOfTheSame() {
		Map<String, List<String>> map = new LinkedHashMap<>();
		map.put("TestHeader", List.of("first", "second", "third"));
		map.put("SecondHeader", List.of("value"));
		assertThat(mutable()).isEqualTo(map).hasSameHashCodeAs(map);
	}

	private static MultiValueMap<String, String> mutable() {
		return mixed().get(1);
	}

}
