/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.time.Instant;

import io.fastwire.http.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * A line that is a JSON object, with the same members each time as far as they are known.
 */
final class JsonLine implements AccessPattern.Part {

	private final SecretParameters secrets;

	JsonLine(SecretParameters secrets) {
		this.secrets = secrets;
	}

	@Override
	public void append(StringBuilder out, AccessRecord entry, AccessPattern.Clock clock) {
		out.append("{\"time\":\"").append(Instant.ofEpochMilli(entry.startMillis())).append('"');
		member(out, "client", AccessPattern.host(entry.client()));
		member(out, "user", entry.user());
		Exchange exchange = entry.exchange();
		if (exchange != null) {
			member(out, "method", exchange.method());
			member(out, "target", secrets.maskReference(exchange.target().raw()));
			member(out, "protocol", exchange.version().text());
		}
		out.append(",\"status\":").append(entry.status());
		out.append(",\"bytes\":").append(entry.bytes());
		out.append(",\"micros\":").append(entry.nanos() / 1000);
		out.append(",\"aborted\":").append(entry.aborted());
		if (exchange != null) {
			String referer = exchange.headers().get("Referer");
			member(out, "host", exchange.headers().get("Host"));
			member(out, "referer", (referer != null) ? secrets.maskReference(referer) : null);
			member(out, "userAgent", exchange.headers().get("User-Agent"));
			member(out, "connection", exchange.connectionId());
		}
		out.append('}');
	}

	private static void member(StringBuilder out, String name, @Nullable String value) {
		if (value != null) {
			out.append(",\"").append(name).append("\":");
			LogText.appendJson(out, value);
		}
	}

}
