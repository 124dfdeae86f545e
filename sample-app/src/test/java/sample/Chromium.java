/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One tab of a headless Chromium, driven by the Chrome DevTools Protocol over a
 * WebSocket: it needs no driver beside the browser and no library beside the JDK.
 */
final class Chromium implements WebSocket.Listener, AutoCloseable {

	static final Duration PATIENCE = Duration.ofSeconds(90);

	private static final Path SCREENSHOTS = Path.of("target", "screenshots");

	private final HttpClient client = HttpClient.newHttpClient();

	private final AtomicInteger lastId = new AtomicInteger();

	private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

	private final List<String> errors = new CopyOnWriteArrayList<>();

	private final StringBuilder text = new StringBuilder();

	private final Process process;

	private final WebSocket socket;

	/**
	 * Starts the browser with an empty page.
	 * @param profile an empty directory for what it keeps
	 */
	Chromium(Path profile) throws Exception {
		process = new ProcessBuilder("chromium", "--headless", "--no-sandbox", "--disable-gpu",
				"--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars", "--remote-debugging-port=0",
				"--user-data-dir=" + profile, "about:blank")
			.redirectErrorStream(true)
			.redirectOutput(profile.resolve("log").toFile())
			.start();
		Path portFile = profile.resolve("DevToolsActivePort");
		await().atMost(PATIENCE).until(() -> Files.exists(portFile) && Files.readAllLines(portFile).size() == 2);
		String origin = "localhost:" + Files.readAllLines(portFile).get(0);
		await().atMost(PATIENCE).until(() -> page(origin) != null);
		socket = client.newWebSocketBuilder().buildAsync(URI.create(Objects.requireNonNull(page(origin))), this).join();
		for (String domain : List.of("Page", "Runtime", "Log")) {
			call(domain + ".enable", Map.of());
		}
	}

	private @Nullable String page(String origin) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + origin + "/json/list")).build();
		for (JsonNode target : JsonMapper.shared().readTree(client.send(request, BodyHandlers.ofString()).body())) {
			if (target.get("type").asString().equals("page")) {
				return target.get("webSocketDebuggerUrl").asString();
			}
		}
		return null;
	}

	private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
		int id = lastId.incrementAndGet();
		CompletableFuture<JsonNode> answer = new CompletableFuture<>();
		answers.put(id, answer);
		socket
			.sendText(JsonMapper.shared().writeValueAsString(Map.of("id", id, "method", method, "params", parameters)),
					true)
			.join();
		JsonNode message = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(message.has("error")).as("%s: %s", method, message).isFalse();
		return message.get("result");
	}

	/** Opens a page and returns when it has loaded. */
	void open(String url) throws Exception {
		call("Page.navigate", Map.of("url", url));
		await().atMost(PATIENCE)
			.until(() -> is("location.href === '" + url + "' && document.readyState === 'complete'"));
	}

	/** What an expression of JavaScript yields, as text; waits if it is a promise. */
	String evaluate(String expression) throws Exception {
		JsonNode answer = call("Runtime.evaluate", Map.of("expression",
				"Promise.resolve(" + expression + ").then(String)", "awaitPromise", true, "returnByValue", true));
		assertThat(answer.has("exceptionDetails")).as("%s: %s", expression, answer).isFalse();
		return answer.at("/result/value").asString();
	}

	boolean is(String condition) throws Exception {
		return evaluate("Boolean(" + condition + ")").equals("true");
	}

	void awaitThat(String condition) {
		await().alias(condition).atMost(PATIENCE).until(() -> is(condition));
	}

	/** Shows the page at a width, and as somebody sees it who prefers dark or light. */
	private void show(int width, boolean dark) throws Exception {
		call("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
		call("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
	}

	/** Keeps a picture of the whole page. */
	private void screenshot(Path file) throws Exception {
		JsonNode size = call("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
		Map<String, Object> clip = Map.of("x", 0, "y", 0, "width", size.get("width").asInt(), "height",
				size.get("height").asInt(), "scale", 1);
		JsonNode picture = call("Page.captureScreenshot",
				Map.of("format", "png", "captureBeyondViewport", true, "clip", clip));
		Files.createDirectories(Objects.requireNonNull(file.getParent()));
		Files.write(file, Base64.getDecoder().decode(picture.get("data").asString()));
	}

	/**
	 * Keeps pictures of the page wide and narrow, in light and dark, and sees to it that
	 * none of them scrolls sideways.
	 */
	void pictures(String page) throws Exception {
		for (int width : new int[] { 1280, 400 }) {
			for (boolean dark : new boolean[] { false, true }) {
				show(width, dark);
				assertThat(evaluate("document.documentElement.scrollWidth"))
					.as("%s at %s px does not scroll sideways", page, width)
					.isEqualTo(Integer.toString(width));
				screenshot(SCREENSHOTS
					.resolve(String.format(Locale.ROOT, "%s-%d-%s.png", page, width, dark ? "dark" : "light")));
			}
		}
	}

	/** The card of a chart of the dashboard, as an expression. */
	static String chart(String section, String title) {
		return "[...document.querySelectorAll('main > h2')].find((h) => h.textContent === '" + section
				+ "')?.nextSibling.querySelectorAll('article').values().find((card) =>"
				+ " card.querySelector('h3').textContent === '" + title + "')";
	}

	/**
	 * What went wrong in the page: exceptions, {@code console.error}, failed requests.
	 */
	List<String> errors() {
		return errors;
	}

	@Override
	public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
		text.append(data);
		if (last) {
			received(JsonMapper.shared().readTree(text.toString()));
			text.setLength(0);
		}
		from.request(1);
		return null;
	}

	private void received(JsonNode message) {
		CompletableFuture<JsonNode> answer = message.has("id") ? answers.remove(message.get("id").asInt()) : null;
		if (answer != null) {
			answer.complete(message);
			return;
		}
		boolean error = switch (message.path("method").asString("")) {
			case "Runtime.exceptionThrown" -> true;
			case "Runtime.consoleAPICalled" -> message.at("/params/type").asString().equals("error");
			case "Log.entryAdded" -> message.at("/params/entry/level").asString().equals("error");
			default -> false;
		};
		if (error) {
			errors.add(message.get("params").toString());
		}
	}

	@Override
	public void close() {
		socket.abort();
		process.descendants().forEach(ProcessHandle::destroyForcibly);
		process.destroyForcibly().onExit().orTimeout(20, TimeUnit.SECONDS).join();
	}

}
