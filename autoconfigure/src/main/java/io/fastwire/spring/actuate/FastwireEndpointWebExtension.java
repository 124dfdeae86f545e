/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.MimeType;

/**
 * The endpoint {@code fastwire} on the web: to a browser it answers with a page that
 * shows the JSON as it changes.
 */
@EndpointWebExtension(endpoint = FastwireEndpoint.class)
@ImportRuntimeHints(FastwireEndpointWebExtension.PageHints.class)
public final class FastwireEndpointWebExtension {

	/*
	 * Script and style are parts of the endpoint, not inline and not static resources of
	 * the application: a Content-Security-Policy of the application need allow nothing
	 * but 'self', and who may not read the endpoint cannot read these either. No external
	 * request is made.
	 */

	private static final MimeType HTML = new MimeType("text", "html", StandardCharsets.UTF_8);

	private static final MimeType SCRIPT = new MimeType("text", "javascript", StandardCharsets.UTF_8);

	private static final MimeType STYLE = new MimeType("text", "css", StandardCharsets.UTF_8);

	private final FastwireEndpoint endpoint;

	private final String page;

	private final String script = read("page.js");

	private final String style = read("page.css");

	/**
	 * Creates the extension.
	 * @param endpoint what to show
	 * @param path the path of the endpoint below the base path of all endpoints
	 */
	public FastwireEndpointWebExtension(FastwireEndpoint endpoint, String path) {
		this.endpoint = endpoint;
		this.page = read("page.html").replace("{{path}}", path.substring(path.lastIndexOf('/') + 1));
	}

	private static String read(String name) {
		try {
			return new ClassPathResource(name, FastwireEndpointWebExtension.class)
				.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns everything, or the page.
	 * @param form which of them
	 * @return the answer
	 */
	@ReadOperation(producesFrom = FastwireForm.class)
	public WebEndpointResponse<Object> all(FastwireForm form) {
		return (form == FastwireForm.PAGE) ? new WebEndpointResponse<>(page, HTML)
				: new WebEndpointResponse<>(endpoint.all(), form);
	}

	/**
	 * Returns one part, or what the page consists of.
	 * @param path its name, and perhaps that of a topic
	 * @return the answer, 404 if there is no such part
	 */
	@ReadOperation
	public WebEndpointResponse<Object> part(@Selector(match = Match.ALL_REMAINING) String... path) {
		return switch (String.join("/", path)) {
			case "page.js" -> new WebEndpointResponse<>(script, SCRIPT);
			case "page.css" -> new WebEndpointResponse<>(style, STYLE);
			default -> {
				Object found = endpoint.part(path);
				yield (found != null) ? new WebEndpointResponse<>(found)
						: new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
			}
		};
	}

	/**
	 * Disconnects a WebSocket session or a subscriber.
	 * @param part {@code sessions} or {@code subscribers}
	 * @param id the id of either
	 * @return 204, or 404 if there was none
	 */
	@DeleteOperation
	public WebEndpointResponse<Void> disconnect(@Selector String part, @Selector String id) {
		return new WebEndpointResponse<>(endpoint.disconnect(part, id) ? WebEndpointResponse.STATUS_NO_CONTENT
				: WebEndpointResponse.STATUS_NOT_FOUND);
	}

	/** Keeps the files of the page in a native image. */
	static final class PageHints implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			hints.resources().registerPattern("io/fastwire/spring/actuate/page.*");
		}

	}

}
