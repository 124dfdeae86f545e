/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireCodecConfigurer;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.http.codec.ServerCodecConfigurer;

/** Puts Fastwire's readers and writers around those of the application. */
final class CodecConfigurerPostProcessor implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		return (bean instanceof ServerCodecConfigurer codecs) ? new FastwireCodecConfigurer(codecs) : bean;
	}

}
