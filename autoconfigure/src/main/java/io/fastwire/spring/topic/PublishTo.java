/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Publishes what a method of a Spring bean returns to topics. <pre>{@code
 * &#64;PublishTo({ "orders", "orders/{result.id}" })
 * Order place(NewOrder order) { ... }
 * }</pre>
 * <p>
 * A message is sent for each value that the method itself comes to: the value of an
 * {@link java.util.Optional}, the body of an {@code HttpEntity} that is not an error, the
 * result of a {@link java.util.concurrent.CompletionStage} or a {@code Mono}, each
 * element of a {@code Flux} as it flows. No value, such as {@code null}, no message; an
 * exception, no message. A cache hit is no message either, because the method has not
 * run. A collection is one message unless {@link #each()} is set.
 * <p>
 * In a transaction, messages leave after its commit, and never after a rollback; see
 * {@link #phase()}. A failure to publish is logged once for each annotation and counted
 * in {@link PublishFailures}; the method does not notice.
 * <p>
 * On a class, it is for those of its public methods that return something and have no
 * annotation of their own. As with other annotations of Spring, calls are seen only when
 * they go through the proxy: calls within the class, and private, static and final
 * methods, are not.
 */
@Target({ ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective(PublishToReflectiveProcessor.class)
@Repeatable(PublishTos.class)
public @interface PublishTo {

	/**
	 * Alias for {@link #topics()}.
	 * @return the topics
	 */
	@AliasFor("topics")
	String[] value() default {};

	/**
	 * The topics. Each is a name, in which {@code ${...}} is replaced once, at startup,
	 * and {@code {...}} with each message: by an argument, {@code {id}}, a property of
	 * one, {@code {order.id}}, the value, {@code {result}}, or a property of it,
	 * {@code {result.customer.id}}. What is put in must be text, a number, an enum
	 * constant or another simple value. One that is {@code null} or empty, has a slash,
	 * an asterisk or a control character, or is {@code .} or {@code ..} is refused, and
	 * the message is not sent: a client that chooses the value cannot choose another
	 * topic with it.
	 * @return the topics
	 */
	@AliasFor("value")
	String[] topics() default {};

	/**
	 * A condition in SpEL: the message is sent only if it is true. Knows arguments by
	 * name, as in {@code #order}, or position, {@code #a0}; the value, {@code #result};
	 * {@code #root.method}, {@code #root.target} and {@code #root.args}; beans,
	 * {@code @pricing}.
	 * @return the expression, or nothing to send always
	 */
	String condition() default "";

	/**
	 * What to send instead of the value, in SpEL, with the same variables as
	 * {@link #condition()}. Needed if the method returns nothing. If it is {@code null}
	 * or an empty {@link java.util.Optional}, nothing is sent.
	 * @return the expression, or nothing to send the value
	 */
	String payload() default "";

	/**
	 * Whether to send the elements of an array or {@link Iterable} one by one, as if they
	 * were those of a {@code Flux}.
	 * @return {@code false} to send it as one message
	 */
	boolean each() default false;

	/**
	 * When messages leave if the method runs in a transaction.
	 * @return after the commit unless set
	 */
	PublishPhase phase() default PublishPhase.AFTER_COMMIT;

}
