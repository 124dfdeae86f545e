/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.fastwire.topic.TopicNames;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.ResolvableType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * How names of topics come of templates, and which values cannot stand in them.
 */
class TopicTemplateTests {

	@Test
	void withoutVariablesIsTheName() {
		assertThat(expand("orders/all", "x", null)).isEqualTo("orders/all");
	}

	@ParameterizedTest
	@CsvSource({ "a/{name},a/x", "{name},x", "a-{name}-b/{name},a-x-b/x", "orders/{result.id},orders/7",
			"{result.customer.name}/new,c7/new", "{order.customer.name}/{order.id}/{name},c7/7/x" })
	void putsArgumentsAndPropertiesIn(String template, String name) {
		assertThat(expand(template, "x", Order.of(7))).isEqualTo(name);
	}

	@Test
	void readsEntriesOfMaps() {
		assertThat(parse("a/{map.key}").expand(new Object[] { "", Order.of(1), "", Map.of("key", "v") }, null))
			.isEqualTo("a/v");
	}

	@Test
	void takesEachClassOfAnArgumentAsItIs() {
		TopicTemplate template = parse("{any.id}");
		assertThat(template.expand(new Object[] { "", Order.of(1), Order.of(2) }, null)).isEqualTo("2");
		assertThat(template.expand(new Object[] { "", Order.of(1), Map.of("id", 3) }, null)).isEqualTo("3");
		assertThat(template.expand(new Object[] { "", Order.of(1), Order.of(4) }, null)).isEqualTo("4");
	}

	@Test
	void usesTheNameOfAnEnumConstant() {
		assertThat(parse("{any}").expand(new Object[] { "", Order.of(1), TimeUnit.DAYS }, null)).isEqualTo("DAYS");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/", "a/b", "*", "**", "a*", ".", "..", "\n", "a\u0000", "\u007f", "\u0085", "\ud800",
			"\udc00x", "x\ud83d" })
	void refusesValuesThatDoNotStayInTheirSegment(String value) {
		assertThatIllegalArgumentException().isThrownBy(() -> expand("a/{name}", value, null))
			.withMessageStartingWith("The value of {name} ")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain((value.length() > 2) ? value : "''"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "{name}", "${name}", "%2F", "a b", "#", "?", "T(java.lang.Runtime)", "\ud83d\ude00", "...",
			"{result.id}" })
	void takesOtherTextLiterally(String value) {
		String name = expand("a/{name}", value, Order.of(1));
		assertThat(name).isEqualTo("a/" + value);
		assertThat(TopicNames.isTopic(name)).isTrue();
	}

	@Test
	void refusesNull() {
		assertThatIllegalArgumentException().isThrownBy(() -> expand("a/{name}", null, null))
			.withMessage("The value of {name} is null");
		assertThatIllegalArgumentException().isThrownBy(() -> expand("a/{result.id}", "x", null))
			.withMessage("The value of {result.id} is null");
	}

	@Test
	void refusesObjectsThatAreNoSimpleValues() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> parse("{any}").expand(new Object[] { "", Order.of(1), Order.of(2) }, null))
			.withMessageContaining("not a simple value");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/a", "a/", "a//b", "a/*", "**", "a\tb", "a/{name", "a}b", "{}", "{unknown}",
			"{name.length.x}", "{order}", "{order.none}", "{result.class}", "{result.customer.none}", "a/{/name}" })
	void refusesTemplatesThatCannotWork(String template) {
		assertThatIllegalArgumentException().isThrownBy(() -> parse(template));
	}

	@Test
	void namesTheParametersThatThereAre() {
		assertThatIllegalArgumentException().isThrownBy(() -> parse("{nam}"))
			.withMessage("{nam} is neither {result} nor a parameter: those are name, order, any, map");
	}

	private static String expand(String template, @Nullable String name, @Nullable Object result) {
		return parse(template).expand(new @Nullable Object[] { name, Order.of(7), "", Map.of() }, result);
	}

	private static TopicTemplate parse(String template) {
		try {
			Method method = Methods.class.getDeclaredMethod("method", String.class, Order.class, Object.class,
					Map.class);
			return TopicTemplate.parse(template,
					new TopicVariables(method, ResolvableType.forMethodReturnType(method))::get);
		}
		catch (NoSuchMethodException ex) {
			throw new AssertionError(ex);
		}
	}

	interface Methods {

		Order method(String name, Order order, Object any, Map<String, String> map);

	}

}
