/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** That the package of a class is {@code @NullMarked}. */
public final class NullMarkedPackage extends ArchCondition<JavaClass> {

	/** Creates the condition. */
	public NullMarkedPackage() {
		super("reside in a @NullMarked package");
	}

	@Override
	public void check(JavaClass type, ConditionEvents events) {
		boolean marked = type.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked");
		events.add(new SimpleConditionEvent(type, marked,
				type.getName() + (marked ? " is" : " is not") + " in a @NullMarked package"));
	}

}
