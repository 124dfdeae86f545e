/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.fastwire.spring.FastwireWebServer;

import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/**
 * Tells the version of Fastwire and the transport of the main server, under
 * {@code fastwire}. Nothing if Fastwire serves nothing, and no version if it does not run
 * from a jar.
 */
public final class FastwireInfoContributor implements InfoContributor {

	private final RunningServers servers;

	/**
	 * Creates the contributor.
	 * @param servers what to tell of
	 */
	public FastwireInfoContributor(RunningServers servers) {
		this.servers = servers;
	}

	@Override
	public void contribute(Info.Builder builder) {
		FastwireWebServer main = servers.byName().get("main");
		if (main == null) {
			return;
		}
		Map<String, String> details = new TreeMap<>();
		String version = FastwireWebServer.class.getPackage().getImplementationVersion();
		if (version != null) {
			details.put("version", version);
		}
		details.put("transport", String.valueOf(main.getTransport()).toLowerCase(Locale.ROOT));
		builder.withDetail("fastwire", details);
	}

}
