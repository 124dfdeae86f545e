/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.InetSocketAddress;

import javax.net.ssl.SSLSession;

import io.fastwire.http.Exchange;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.RequestTarget;
import org.jspecify.annotations.Nullable;

/** What describes the request of a {@link FakeExchange}. */
abstract class FakeRequest implements Exchange {

	private final String method;

	private final RequestTarget target;

	private final TestHeaders headers = new TestHeaders();

	private @Nullable SSLSession sslSession;

	FakeRequest(String method, RequestTarget target) {
		this.method = method;
		this.target = target;
	}

	final void encrypt(SSLSession session) {
		sslSession = session;
	}

	@Override
	public String method() {
		return method;
	}

	@Override
	public RequestTarget target() {
		return target;
	}

	@Override
	public HttpVersion version() {
		return HttpVersion.HTTP_1_1;
	}

	@Override
	public TestHeaders headers() {
		return headers;
	}

	@Override
	public String scheme() {
		return (sslSession != null) ? "https" : "http";
	}

	@Override
	public InetSocketAddress remoteAddress() {
		return new InetSocketAddress("192.0.2.7", 50000);
	}

	@Override
	public InetSocketAddress localAddress() {
		return new InetSocketAddress("192.0.2.1", 8080);
	}

	@Override
	public @Nullable SSLSession sslSession() {
		return sslSession;
	}

	@Override
	public String connectionId() {
		return "c0ffee";
	}

	@Override
	public long contentLength() {
		return "GET".equals(method) ? 0 : -1;
	}

}
