/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.proxy;

/**
 * Whether connections begin with a header of the PROXY protocol, by which a proxy or load
 * balancer tells who its client is.
 */
public enum ProxyProtocol {

	/** Never. One that comes is a malformed request. */
	OFF,

	/**
	 * Those with a header are read, and those without it served as they are. Only safe if
	 * nobody but trusted proxies can send one: set which these are.
	 */
	OPTIONAL,

	/** Always. Connections without it are closed. */
	REQUIRED

}
