/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.accesslog.AccessLogOptions;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether the properties ask for an access log that says who the user is. */
final class OnLoggedUser extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Binder binder = Binder.get(context.getEnvironment());
		boolean enabled = binder.bind("fastwire.access-log.enabled", Boolean.class).orElse(false);
		String pattern = binder.bind("fastwire.access-log.pattern", String.class).orElse("common");
		ConditionMessage.Builder message = ConditionMessage.forCondition("User in the access log");
		return (enabled && namesUser(pattern)) ? ConditionOutcome.match(message.foundExactly(pattern))
				: ConditionOutcome.noMatch(message.because("nothing logs it"));
	}

	/** What is no pattern is told where the server gets it. */
	private static boolean namesUser(String pattern) {
		try {
			return AccessLogOptions.builder().pattern(pattern).build().needsRemoteUser();
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

}
