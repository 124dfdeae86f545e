/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.net.URI;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.server.ServerWebExchange;

/**
 * Makes every error a problem detail (RFC 9457), and names the fields that a validation
 * error is about.
 */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {

	private record InvalidField(String field, @Nullable String message) {

		static InvalidField of(FieldError error) {
			return new InvalidField(error.getField(), error.getDefaultMessage());
		}

	}

	/**
	 * WebFlux would make the path a URI as it is, which fails for one like {@code //}.
	 */
	@Override
	protected Mono<ResponseEntity<Object>> createResponseEntity(@Nullable Object body, @Nullable HttpHeaders headers,
			HttpStatusCode status, ServerWebExchange exchange) {
		if (body instanceof ProblemDetail problem && problem.getInstance() == null) {
			String path = exchange.getRequest().getPath().value();
			problem.setInstance(URI.create(path.startsWith("//") ? "/." + path : path));
		}
		return super.createResponseEntity(body, headers, status, exchange);
	}

	@Override
	protected Mono<ResponseEntity<Object>> handleWebExchangeBindException(WebExchangeBindException ex,
			HttpHeaders headers, HttpStatusCode status, ServerWebExchange exchange) {
		List<InvalidField> fields = ex.getFieldErrors()
			.stream()
			.map(InvalidField::of)
			.sorted(Comparator.comparing(InvalidField::field))
			.toList();
		ex.getBody().setProperty("errors", fields);
		return handleExceptionInternal(ex, null, headers, status, exchange);
	}

}
