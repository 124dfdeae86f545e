/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.function.Consumer;

import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Opens TLS connections for tests. A connection that ends without close_notify fails
 * their reads, which the JDK would let pass otherwise.
 */
public final class TlsClient {

	private final SSLContext context;

	private final SSLParameters parameters;

	private int receiveBytes;

	private TlsClient(SSLContext context) {
		this.context = context;
		this.parameters = context.getDefaultSSLParameters();
	}

	/**
	 * Creates a client without a certificate.
	 * @param trusted whom it trusts
	 * @return a new client
	 */
	public static TlsClient trusting(TestKeys... trusted) {
		return new TlsClient(TestKeys.client(null, trusted));
	}

	/**
	 * Creates a client with a certificate.
	 * @param own its keys
	 * @param trusted whom it trusts
	 * @return a new client
	 */
	public static TlsClient of(TestKeys own, TestKeys... trusted) {
		return new TlsClient(TestKeys.client(own, trusted));
	}

	/**
	 * Sets the only version to speak.
	 * @param protocol for example {@code TLSv1.3}
	 * @return this
	 */
	public TlsClient protocol(String protocol) {
		parameters.setProtocols(new String[] { protocol });
		return this;
	}

	/**
	 * Sets the host to ask for.
	 * @param name a name in any case
	 * @return this
	 */
	public TlsClient serverName(String name) {
		parameters.setServerNames(List.of(new SNIHostName(name)));
		return this;
	}

	/**
	 * Sets further parameters.
	 * @param adjust changes them
	 * @return this
	 */
	public TlsClient with(Consumer<SSLParameters> adjust) {
		adjust.accept(parameters);
		return this;
	}

	/**
	 * Sets the size of the receive buffer, which bounds how much arrives before it is
	 * read.
	 * @param bytes a number of bytes
	 * @return this
	 */
	public TlsClient receiveBytes(int bytes) {
		receiveBytes = bytes;
		return this;
	}

	/**
	 * Connects and completes the handshake.
	 * @param port of this machine
	 * @return a connected client
	 * @throws IOException if the handshake fails
	 */
	public WireClient connect(int port) throws IOException {
		return WireClient.over(handshake(port));
	}

	/**
	 * Connects and completes the handshake.
	 * @param port of this machine
	 * @return a connected socket
	 * @throws IOException if the handshake fails
	 */
	public SSLSocket handshake(int port) throws IOException {
		SSLSocket socket = over(WireClient.connect(port, null, receiveBytes).socket());
		try {
			socket.startHandshake();
			return socket;
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
	}

	/**
	 * Puts TLS on a connection.
	 * @param plain a connected socket
	 * @return a socket that has not begun the handshake
	 * @throws IOException if that fails
	 */
	public SSLSocket over(Socket plain) throws IOException {
		String host = InetAddress.getLoopbackAddress().getHostAddress();
		SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
		socket.setSSLParameters(parameters);
		return socket;
	}

}
