/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.time.Duration;

import jakarta.validation.constraints.Min;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The bounds of the sample's memory.
 *
 * @param maxOrders Number of orders kept; one more pushes the oldest out.
 * @param maxStreamBacklog Number of events that wait for a client that reads its stream
 * too slowly; one more ends the stream.
 * @param pingInterval Time between the events that show a stream to be alive.
 */
@Validated
@ConfigurationProperties("sample")
record SampleProperties(@Min(1) @DefaultValue("10000") int maxOrders, @Min(1) @DefaultValue("256") int maxStreamBacklog,
		@DefaultValue("15s") Duration pingInterval) {

}
