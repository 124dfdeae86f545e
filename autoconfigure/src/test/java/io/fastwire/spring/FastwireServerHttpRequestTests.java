/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.InetSocketAddress;
import java.net.URI;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Objects;

import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

import org.junit.jupiter.api.Test;

import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.SslInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

class FastwireServerHttpRequestTests {

	@Test
	void showsWhatTheExchangeReceived() {
		FakeExchange exchange = new FakeExchange("PATCH", "/a/b?c=d&e").header("X-A", "1").header("Cookie", "k=v");
		ServerHttpRequest request = request(exchange);
		assertThat(request.getMethod()).isEqualTo(HttpMethod.PATCH);
		assertThat(request.getURI()).hasToString("http://a.example/a/b?c=d&e");
		assertThat(request.getPath().value()).isEqualTo("/a/b");
		assertThat(request.getPath().contextPath().value()).isEmpty();
		assertThat(request.getQueryParams().getFirst("c")).isEqualTo("d");
		assertThat(request.getQueryParams()).containsKey("e").isSameAs(request.getQueryParams());
		assertThat(request.getHeaders().getFirst("x-a")).isEqualTo("1");
		assertThat(Objects.requireNonNull(request.getCookies().getFirst("k")).getValue()).isEqualTo("v");
		assertThat(request.getRemoteAddress()).isEqualTo(exchange.remoteAddress());
		assertThat(request.getLocalAddress()).isEqualTo(exchange.localAddress());
		assertThat(request.getSslInfo()).isNull();
		assertThat(request.getId()).isEqualTo("c0ffee");
		assertThat(request.getBody()).isSameAs(request.getBody());
		assertThat(exchange.body().received()).isFalse();
	}

	@Test
	void methodNeedNotBeAKnownOne() {
		assertThat(request(new FakeExchange("PURGE", "/")).getMethod()).isEqualTo(HttpMethod.valueOf("PURGE"));
		assertThat(request(FakeExchange.get("/")).getMethod()).isSameAs(HttpMethod.GET);
	}

	@Test
	void nothingOfItCanBeChanged() {
		ServerHttpRequest request = request(FakeExchange.get("/?a=b").header("Cookie", "k=v"));
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> request.getHeaders().set("A", "b"));
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> request.getQueryParams().clear());
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> request.getCookies().clear());
	}

	@Test
	void attributesAreThoseOfTheWebExchange() {
		FastwireServerHttpRequest request = request(FakeExchange.get("/"));
		request.setAttributesSupplier(() -> Map.of("a", 1));
		assertThat(request.getAttributes()).containsEntry("a", 1);
	}

	@Test
	void exchangeIsTheNativeRequestAlsoOfAMutatedOne() {
		FakeExchange exchange = FakeExchange.get("/");
		ServerHttpRequest mutated = request(exchange).mutate().header("A", "b").build();
		Object nativeRequest = ServerHttpRequestDecorator.getNativeRequest(mutated);
		assertThat(nativeRequest).isSameAs(exchange);
		assertThat(mutated.getId()).isEqualTo("c0ffee");
		assertThat(mutated.getHeaders().getFirst("A")).isEqualTo("b");
		assertThat(mutated.getHeaders().getFirst("Host")).isEqualTo("a.example");
	}

	@Test
	void mutationKeepsWhatItDoesNotName() {
		FakeExchange exchange = FakeExchange.get("/a?name=%E6%89%8E").header("Cookie", "k=v").header("X", "1");
		ServerHttpRequest original = request(exchange);
		ServerHttpRequest mutated = original.mutate().method(HttpMethod.DELETE).path("/b").build();
		assertThat(mutated.getMethod()).isEqualTo(HttpMethod.DELETE);
		assertThat(mutated.getURI()).hasToString("http://a.example/b?name=%E6%89%8E");
		assertThat(mutated.getPath().value()).isEqualTo("/b");
		assertThat(mutated.getQueryParams().getFirst("name")).isEqualTo("\u624e");
		assertThat(mutated.getCookies()).containsKey("k");
		assertThat(mutated.getRemoteAddress()).isEqualTo(original.getRemoteAddress());
		assertThat(mutated.getLocalAddress()).isEqualTo(original.getLocalAddress());
		assertThat(mutated.getBody()).isSameAs(original.getBody());
	}

	@Test
	void everythingCanBeMutated() {
		SslInfo sslInfo = SslInfo.from("id");
		InetSocketAddress address = new InetSocketAddress("192.0.2.99", 9);
		ServerHttpRequest mutated = request(FakeExchange.get("/")).mutate()
			.uri(URI.create("https://b.example:9090/app/b"))
			.contextPath("/app")
			.sslInfo(sslInfo)
			.remoteAddress(address)
			.localAddress(address)
			.headers((headers) -> headers.setContentType(MediaType.APPLICATION_CBOR))
			.build();
		assertThat(mutated.getURI()).hasToString("https://b.example:9090/app/b");
		assertThat(mutated.getPath().contextPath().value()).isEqualTo("/app");
		assertThat(mutated.getPath().pathWithinApplication().value()).isEqualTo("/b");
		assertThat(mutated.getSslInfo()).isSameAs(sslInfo);
		assertThat(mutated.getRemoteAddress()).isSameAs(address);
		assertThat(mutated.getLocalAddress()).isSameAs(address);
		assertThat(mutated.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_CBOR);
	}

	@Test
	void mutationsThatContradictFail() {
		ServerHttpRequest request = request(FakeExchange.get("/context/path"));
		assertThatIllegalArgumentException().isThrownBy(() -> request.mutate().path("foo-bar"));
		assertThatIllegalArgumentException().isThrownBy(() -> request.mutate().contextPath("/fail").build().getPath());
	}

	@Test
	void contentTypeCanBeMutatedAfterItWasRead() {
		ServerHttpRequest request = request(FakeExchange.get("/").header("content-type", "text/plain"));
		assertThat(request.getHeaders().getContentType()).isEqualTo(MediaType.TEXT_PLAIN);
		ServerHttpRequest mutated = request.mutate().header("Content-Type", "application/json").build();
		assertThat(mutated.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_JSON);
	}

	@Test
	void showsTheTlsSession() throws Exception {
		SSLSession session = mock(SSLSession.class);
		X509Certificate x509 = mock(X509Certificate.class);
		given(session.getId()).willReturn(new byte[] { 0x0A, (byte) 0xFF });
		given(session.getPeerCertificates()).willReturn(new Certificate[] { x509, mock(Certificate.class) });
		ServerHttpRequest request = request(FakeExchange.get("/").sslSession(session));
		assertThat(request.getURI()).hasScheme("https");
		SslInfo sslInfo = Objects.requireNonNull(request.getSslInfo());
		assertThat(sslInfo.getSessionId()).isEqualTo("0aff");
		assertThat(sslInfo.getPeerCertificates()).containsExactly(x509);
		assertThat(request.getSslInfo()).isSameAs(sslInfo);
	}

	@Test
	void tlsSessionNeedNotHaveAnIdOrACertificate() throws Exception {
		SSLSession session = mock(SSLSession.class);
		given(session.getId()).willReturn(new byte[0]);
		given(session.getPeerCertificates()).willThrow(new SSLPeerUnverifiedException("none"));
		SslInfo sslInfo = Objects.requireNonNull(request(FakeExchange.get("/").sslSession(session)).getSslInfo());
		assertThat(sslInfo.getSessionId()).isNull();
		assertThat(sslInfo.getPeerCertificates()).isNull();
	}

	private static FastwireServerHttpRequest request(FakeExchange exchange) {
		RequestUri uri = RequestUri.of(exchange.target(), exchange.scheme(), exchange.headers().get("Host"), null);
		return new FastwireServerHttpRequest(exchange, Objects.requireNonNull(uri), Responses.of(exchange), null,
				new RequestBufferFactory(exchange.allocator()));
	}

}
