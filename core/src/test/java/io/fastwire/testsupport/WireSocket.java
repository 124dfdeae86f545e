/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A WebSocket client that sends exactly what it is told and reads strictly. Obtained by
 * {@link #open}.
 */
public final class WireSocket implements AutoCloseable {

	private static final String KEY = "AAECAwQFBgcICQoLDA0ODw==";

	private static final String ACCEPT = "Bz3qJYTGdOe8gUSpLosEdiLKDrk=";

	private final WireClient client;

	private final WireResponse response;

	private WireSocket(WireClient client, WireResponse response) {
		this.client = client;
		this.response = response;
	}

	/**
	 * Returns the handshake of RFC 6455 section 4.1.
	 * @param path the target
	 * @param fields further lines, each with its CRLF
	 * @return a whole request
	 */
	public static String handshake(String path, String fields) {
		return "GET " + path + " HTTP/1.1\r\nHost: t\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
				+ "Sec-WebSocket-Key: " + KEY + "\r\nSec-WebSocket-Version: 13\r\n" + fields + "\r\n";
	}

	/**
	 * Opens a session.
	 * @param client a connected client, closed with this
	 * @param path the target
	 * @param fields further lines of the handshake, each with its CRLF
	 * @return an open session
	 * @throws IOException if that fails
	 */
	public static WireSocket open(WireClient client, String path, String fields) throws IOException {
		client.send(handshake(path, fields));
		WireResponse response = client.read();
		if (response.status() != 101 || !response.field("Sec-WebSocket-Accept").orElse("").equals(ACCEPT)) {
			client.close();
			throw new IOException("The handshake failed: " + response);
		}
		return new WireSocket(client, response);
	}

	/**
	 * Opens a session.
	 * @param port of a server of this machine
	 * @param path the target
	 * @return an open session
	 * @throws IOException if that fails
	 */
	public static WireSocket open(int port, String path) throws IOException {
		return open(WireClient.connect(port), path, "");
	}

	/**
	 * Returns the answer to the handshake.
	 * @return a 101
	 */
	public WireResponse response() {
		return response;
	}

	/**
	 * Returns the connection, for what is no frame.
	 * @return the client
	 */
	public WireClient client() {
		return client;
	}

	/**
	 * Sends frames by one system call.
	 * @param frames in order
	 * @return this
	 * @throws IOException if that fails
	 */
	public WireSocket send(WireFrame... frames) throws IOException {
		client.send(WireFrame.masked(frames));
		return this;
	}

	/**
	 * Sends a text message.
	 * @param text the message
	 * @return this
	 * @throws IOException if that fails
	 */
	public WireSocket send(String text) throws IOException {
		return send(WireFrame.text(text));
	}

	/**
	 * Reads a frame.
	 * @return the frame, or {@code null} at the end of the connection
	 * @throws IOException if it is malformed, or reading fails
	 */
	public @Nullable WireFrame read() throws IOException {
		return WireFrame.read(client.input());
	}

	/**
	 * Reads frames up to the end of the connection, which must be a FIN.
	 * @return all of them
	 * @throws IOException if one is malformed, or reading fails
	 */
	public List<WireFrame> readAll() throws IOException {
		List<WireFrame> frames = new ArrayList<>();
		for (WireFrame frame = read(); frame != null; frame = read()) {
			frames.add(frame);
		}
		return frames;
	}

	@Override
	public void close() throws IOException {
		client.close();
	}

}
