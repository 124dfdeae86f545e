/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.actuate.FastwireEndpoint;
import io.fastwire.spring.actuate.FastwireEndpointWebExtension;
import io.fastwire.spring.actuate.FastwireInfoContributor;
import io.fastwire.spring.actuate.RunningServers;
import io.fastwire.topic.Topics;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.autoconfigure.info.InfoContributorFallback;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * The actuator endpoint {@code fastwire} in applications of any kind, as topics are: one
 * that Fastwire does not serve has no servers to tell of. What is exposed, and to whom,
 * is configured as for all endpoints.
 */
@AutoConfiguration(after = FastwireTopicAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
public final class FastwireEndpointAutoConfiguration {

	@Bean
	RunningServers fastwireRunningServers() {
		return new RunningServers();
	}

	@Bean
	@ConditionalOnAvailableEndpoint
	@ConditionalOnMissingBean
	FastwireEndpoint fastwireEndpoint(RunningServers servers, ObjectProvider<Topics> topics) {
		return new FastwireEndpoint(servers, topics.getIfUnique());
	}

	@Bean
	@ConditionalOnBean(FastwireEndpoint.class)
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
	@ConditionalOnMissingBean
	FastwireEndpointWebExtension fastwireEndpointWebExtension(FastwireEndpoint endpoint,
			ObjectProvider<WebEndpointProperties> properties) {
		WebEndpointProperties web = properties.getIfAvailable(WebEndpointProperties::new);
		return new FastwireEndpointWebExtension(endpoint, web.getPathMapping().getOrDefault("fastwire", "fastwire"));
	}

	@Bean
	@ConditionalOnEnabledInfoContributor(value = "fastwire", fallback = InfoContributorFallback.DISABLE)
	FastwireInfoContributor fastwireInfoContributor(RunningServers servers) {
		return new FastwireInfoContributor(servers);
	}

}
