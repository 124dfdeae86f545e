/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import org.springframework.boot.actuate.endpoint.ApiVersion;
import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * The forms in which the endpoint answers. Of several that a client accepts, the last one
 * is chosen.
 */
public enum FastwireForm implements Producible<FastwireForm> {

	/** JSON, as all endpoints name it. */
	ACTUATOR_V2(ApiVersion.V2.getProducedMimeType()),

	/** The same. */
	ACTUATOR_V3(ApiVersion.V3.getProducedMimeType()),

	/** The same. */
	JSON(MimeTypeUtils.APPLICATION_JSON),

	/** The live page. */
	PAGE(MimeTypeUtils.TEXT_HTML);

	private final MimeType type;

	FastwireForm(MimeType type) {
		this.type = type;
	}

	@Override
	public MimeType getProducedMimeType() {
		return type;
	}

	@Override
	public boolean isDefault() {
		return this == ACTUATOR_V3;
	}

}
