/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.topic.PublishFailures;
import io.fastwire.spring.topic.PublishObserver;
import io.fastwire.spring.topic.PublishToBeanPostProcessor;
import io.fastwire.spring.topic.TopicPublisher;
import io.fastwire.spring.topic.TopicsPublisher;
import io.fastwire.spring.topic.TopicsPublisher.JsonEncoder;
import io.fastwire.topic.Topics;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Topics, and the two ways to publish to them, in applications of any kind. They stay
 * when {@code fastwire.enabled} is {@code false}, so that what publishes need not know.
 */
@AutoConfiguration(afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@EnableConfigurationProperties(FastwireTopicsProperties.class)
public final class FastwireTopicAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	Topics fastwireTopics(FastwireTopicsProperties properties) {
		return new Topics(properties.toOptions());
	}

	@Bean
	@ConditionalOnMissingBean(TopicPublisher.class)
	TopicsPublisher fastwireTopicPublisher(Topics topics, ObjectProvider<JsonEncoder> json,
			ObjectProvider<PublishObserver> observer) {
		return new TopicsPublisher(topics, json.getIfAvailable(), observer.getIfUnique(() -> PublishObserver.NONE));
	}

	@Bean
	@ConditionalOnMissingBean
	PublishFailures fastwirePublishFailures() {
		return new PublishFailures();
	}

	@Bean
	@ConditionalOnMissingBean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static PublishToBeanPostProcessor fastwirePublishToBeanPostProcessor(Environment environment,
			ObjectProvider<TopicPublisher> publisher, ObjectProvider<PublishFailures> failures) {
		PublishToBeanPostProcessor processor = new PublishToBeanPostProcessor(publisher::getObject,
				failures::getObject);
		processor.setProxyTargetClass(environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
		return processor;
	}

	/** Where there is Jackson. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JsonMapper.class)
	static class JsonConfiguration {

		@Bean
		@ConditionalOnMissingBean
		JsonEncoder fastwireJsonEncoder(ObjectProvider<JsonMapper> mappers) {
			JsonMapper mapper = mappers.getIfUnique(JsonMapper::shared);
			return (value, target) -> mapper.writeValue(target, value);
		}

	}

}
