/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.fastwire.http.Exchange;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/** What a line says, compiled. Immutable. */
final class AccessPattern {

	private static final String COMMON = "%h %l %u %t \"%r\" %s %b";

	private static final String COMBINED = COMMON + " \"%{Referer}i\" \"%{User-Agent}i\"";

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("'['dd/MMM/yyyy:HH:mm:ss Z']'",
			Locale.ROOT);

	/** One part of a line. */
	@FunctionalInterface
	interface Part {

		void append(StringBuilder out, AccessRecord entry, Clock clock);

	}

	/** Formats times, most of which are in the same second. For one thread. */
	static final class Clock {

		private final ZoneId zone = ZoneId.systemDefault();

		private long second = Long.MIN_VALUE;

		private String text = "";

		String text(long millis) {
			long wanted = Math.floorDiv(millis, 1000L);
			if (wanted != second) {
				second = wanted;
				text = TIME.format(Instant.ofEpochSecond(wanted).atZone(zone));
			}
			return text;
		}

	}

	private final List<Part> parts;

	private final boolean responseHeaders;

	private final boolean user;

	private AccessPattern(List<Part> parts, boolean responseHeaders, boolean user) {
		this.parts = parts;
		this.responseHeaders = responseHeaders;
		this.user = user;
	}

	static AccessPattern compile(String pattern, SecretParameters secrets) {
		return switch (pattern) {
			case "json" -> new AccessPattern(List.of(new JsonLine(secrets)), false, true);
			case "common" -> new Compiler(COMMON, secrets).compile();
			case "combined" -> new Compiler(COMBINED, secrets).compile();
			default -> new Compiler(pattern, secrets).compile();
		};
	}

	boolean needsResponseHeaders() {
		return responseHeaders;
	}

	boolean needsRemoteUser() {
		return user;
	}

	void append(StringBuilder out, AccessRecord entry, Clock clock) {
		for (Part part : parts) {
			part.append(out, entry, clock);
		}
	}

	static @Nullable String host(@Nullable InetSocketAddress address) {
		InetAddress resolved = (address != null) ? address.getAddress() : null;
		return (resolved != null) ? resolved.getHostAddress() : null;
	}

	/** Reads a pattern from left to right. */
	private static final class Compiler {

		private final String pattern;

		private final SecretParameters secrets;

		private final List<Part> parts = new ArrayList<>();

		private boolean responseHeaders;

		private boolean user;

		Compiler(String pattern, SecretParameters secrets) {
			this.pattern = pattern;
			this.secrets = secrets;
		}

		AccessPattern compile() {
			StringBuilder literal = new StringBuilder();
			int index = 0;
			while (index < pattern.length()) {
				char c = pattern.charAt(index++);
				if (c != '%') {
					literal.append(c);
				}
				else if (pattern.startsWith("%", index)) {
					literal.append(c);
					index++;
				}
				else {
					flush(literal);
					index = conversion(index);
				}
			}
			flush(literal);
			return new AccessPattern(List.copyOf(parts), responseHeaders, user);
		}

		private void flush(StringBuilder literal) {
			if (literal.length() > 0) {
				String text = literal.toString();
				parts.add((out, entry, clock) -> out.append(text));
				literal.setLength(0);
			}
		}

		private int conversion(int index) {
			if (!pattern.startsWith("{", index)) {
				parts.add(plain((index < pattern.length()) ? pattern.charAt(index) : '%'));
				return index + 1;
			}
			int brace = pattern.indexOf('}', index);
			if (brace < 0 || brace + 1 == pattern.length()) {
				throw unknown("%" + pattern.substring(index));
			}
			parts.add(field(pattern.substring(index + 1, brace), pattern.charAt(brace + 1)));
			return brace + 2;
		}

		private Part field(String name, char kind) {
			if (kind == 'i') {
				boolean reference = name.equalsIgnoreCase("Referer");
				return request((exchange) -> {
					String value = exchange.headers().get(name);
					return (value != null && reference) ? secrets.maskReference(value) : value;
				});
			}
			if (kind == 'o') {
				responseHeaders = true;
				return (out, entry, clock) -> {
					ResponseHeaders headers = entry.responseHeaders();
					text(out, (headers != null) ? headers.get(name) : null);
				};
			}
			throw unknown("%{" + name + "}" + kind);
		}

		private Part plain(char kind) {
			return switch (kind) {
				case 'h', 'a' -> (out, entry, clock) -> text(out, host(entry.client()));
				case 'A' -> request((exchange) -> host(exchange.localAddress()));
				case 'l' -> (out, entry, clock) -> out.append('-');
				case 'u' -> user();
				case 't' -> (out, entry, clock) -> out.append(clock.text(entry.startMillis()));
				case 'r' -> request((exchange) -> exchange.method() + ' '
						+ secrets.maskReference(exchange.target().raw()) + ' ' + exchange.version().text());
				case 'm' -> request(Exchange::method);
				case 'U' -> request((exchange) -> exchange.target().path());
				case 'q' -> this::query;
				case 'H' -> request((exchange) -> exchange.version().text());
				case 's' -> (out, entry, clock) -> out.append(entry.status());
				case 'b' -> (out, entry, clock) -> {
					if (entry.bytes() == 0) {
						out.append('-');
					}
					else {
						out.append(entry.bytes());
					}
				};
				case 'B' -> (out, entry, clock) -> out.append(entry.bytes());
				case 'D' -> (out, entry, clock) -> out.append(entry.nanos() / 1000);
				case 'T' -> (out, entry, clock) -> out.append(entry.nanos() / 1_000_000_000);
				case 'X' -> (out, entry, clock) -> out.append(entry.aborted() ? 'X' : '+');
				case 'I' -> request(Exchange::connectionId);
				default -> throw unknown("%" + kind);
			};
		}

		private Part user() {
			user = true;
			return (out, entry, clock) -> LogText.appendWord(out, orDash(entry.user()));
		}

		/** With its question mark, or nothing. */
		private void query(StringBuilder out, AccessRecord entry, Clock clock) {
			String query = (entry.exchange() != null) ? entry.exchange().target().query() : null;
			if (query != null) {
				LogText.append(out.append('?'), secrets.mask(query));
			}
		}

		private static Part request(Fact fact) {
			return (out, entry, clock) -> text(out, (entry.exchange() != null) ? fact.of(entry.exchange()) : null);
		}

		private static void text(StringBuilder out, @Nullable String text) {
			LogText.append(out, orDash(text));
		}

		private static String orDash(@Nullable String text) {
			return (text == null || text.isEmpty()) ? "-" : text;
		}

		private static IllegalArgumentException unknown(String conversion) {
			return new IllegalArgumentException("No conversion of the access log is '" + conversion + "'");
		}

	}

	/** Something about a request. */
	@FunctionalInterface
	private interface Fact {

		@Nullable String of(Exchange exchange);

	}

}
