/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/** Real clients of topics. */
final class Clients {

	private static final HttpClient HTTP = HttpClient.newHttpClient();

	private static final int PATIENCE_SECONDS = 20;

	private Clients() {
	}

	/** A socket of the JDK's client, which keeps what it receives. */
	static final class Browser implements WebSocket.Listener, AutoCloseable {

		private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

		private final StringBuilder text = new StringBuilder();

		private final WebSocket socket;

		Browser(int port, String path, @Nullable String subProtocol, String... headers) {
			WebSocket.Builder builder = HTTP.newWebSocketBuilder();
			for (int i = 0; i < headers.length; i += 2) {
				builder.header(headers[i], headers[i + 1]);
			}
			if (subProtocol != null) {
				builder.subprotocols(subProtocol);
			}
			socket = builder.buildAsync(URI.create("ws://localhost:" + port + path), this).join();
		}

		static int refusal(int port, String path, @Nullable String subProtocol, String... headers) {
			try {
				new Browser(port, path, subProtocol, headers).close();
				return 101;
			}
			catch (CompletionException ex) {
				return ((WebSocketHandshakeException) Objects.requireNonNull(ex.getCause())).getResponse().statusCode();
			}
		}

		void send(String text) {
			socket.sendText(text, true).join();
		}

		String next() throws InterruptedException {
			return Objects.requireNonNull(received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "No message in time");
		}

		@Override
		public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
			text.append(data);
			if (last) {
				received.add(text.toString());
				text.setLength(0);
			}
			from.request(1);
			return null;
		}

		@Override
		public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
			byte[] bytes = new byte[data.remaining()];
			data.get(bytes);
			received.add("binary " + HexFormat.of().formatHex(bytes));
			from.request(1);
			return null;
		}

		@Override
		public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
			received.add("closed " + code);
			return null;
		}

		@Override
		public void close() {
			socket.abort();
		}

	}

	/** An event stream, read line by line, framing and all. */
	static final class Stream implements AutoCloseable {

		private final Socket socket;

		private final BufferedReader in;

		private final String head;

		Stream(int port, String path, String... lines) throws IOException {
			socket = new Socket("localhost", port);
			socket.setSoTimeout(PATIENCE_SECONDS * 1000);
			String request = "GET " + path + " HTTP/1.1\r\nHost: localhost:" + port
					+ "\r\nAccept: text/event-stream\r\n" + String.join("", lines) + "\r\n";
			socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
			in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
			StringBuilder lead = new StringBuilder();
			for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
				lead.append(line).append('\n');
			}
			head = lead.toString();
		}

		String head() {
			return head;
		}

		/** The next event with its end, without the framing of chunks. */
		String event() throws IOException {
			StringBuilder event = new StringBuilder();
			while (true) {
				String line = in.readLine();
				if (line == null) {
					return event + "<cut>";
				}
				if (line.equals("0")) {
					return event + "<end>";
				}
				if (!line.matches("[0-9a-f]+")) {
					event.append(line).append('\n');
					if (line.isEmpty() && event.length() > 1) {
						return event.toString();
					}
				}
				if (event.toString().equals("\n")) {
					event.setLength(0);
				}
			}
		}

		@Override
		public void close() throws IOException {
			socket.close();
		}

	}

}
