/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The page of the sample and the dashboard, as a browser shows them. Needs Chromium.
 * Leaves pictures of both in {@code target/screenshots}.
 */
@Tag("browser")
class PagesTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	@TempDir(cleanup = CleanupMode.NEVER)
	private Path profile;

	private ConfigurableApplicationContext context;

	private String home;

	private Chromium browser;

	@BeforeEach
	void start() throws Exception {
		int port;
		try (ServerSocket free = new ServerSocket(0)) {
			port = free.getLocalPort();
		}
		home = "http://localhost:" + port;
		context = run();
		browser = new Chromium(profile);
	}

	private ConfigurableApplicationContext run() {
		return new SpringApplication(SampleApplication.class).run("--server.port=" + URI.create(home).getPort());
	}

	@AfterEach
	void stop() {
		browser.close();
		context.close();
	}

	private static JsonNode send(HttpRequest.Builder request) throws Exception {
		HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
		assertThat(response.statusCode()).as(response.body()).isLessThan(300);
		return JsonMapper.shared().readTree(response.body());
	}

	private JsonNode place(String customer) throws Exception {
		String order = "{\"customer\":\"" + customer + "\",\"items\":[{\"product\":\"tea\",\"quantity\":2}]}";
		return send(HttpRequest.newBuilder(URI.create(home + "/orders"))
			.header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(order)));
	}

	private double meter(String name) throws Exception {
		JsonNode meter = send(HttpRequest.newBuilder(URI.create(home + "/actuator/metrics/" + name)));
		return meter.at("/measurements/0/value").asDouble();
	}

	private void openHome() throws Exception {
		browser.open(home + "/");
		browser.awaitThat("document.getElementById('status').textContent === 'open'"
				+ " && document.getElementById('price-tea')");
	}

	private static String shown(long order, String text) {
		return "document.getElementById('order-" + order + "')?.textContent.includes('" + text + "')";
	}

	/** The fastest of five, so that a busy machine does not make it fail. */
	@Test
	void showsAnOrderOfAnotherClientWithinASecond() throws Exception {
		openHome();
		long fastest = Long.MAX_VALUE;
		for (int i = 0; i < 5; i++) {
			long start = System.nanoTime();
			long order = place("Grace").get("id").asLong();
			browser.awaitThat(shown(order, "Grace"));
			fastest = Math.min(fastest, System.nanoTime() - start);
		}
		assertThat(Duration.ofNanos(fastest)).isLessThan(Duration.ofSeconds(1));
		assertThat(browser.errors()).isEmpty();
	}

	@Test
	void missesNothingWhileTheServerIsRestarted() throws Exception {
		openHome();
		long order = place("Before").get("id").asLong();
		browser.awaitThat(shown(order, "NEW"));
		WebServer server = Objects.requireNonNull(((ReactiveWebServerApplicationContext) context).getWebServer());
		server.stop();
		browser.awaitThat("document.getElementById('status').textContent !== 'open'");
		OrderController orders = context.getBean(OrderController.class);
		NewOrder tea = new NewOrder("While it was down", List.of(new OrderItem("tea", 1)));
		ResponseEntity<Order> placed = orders.place(tea, MockServerHttpRequest.post("/orders").build()).block();
		long missed = Objects.requireNonNull(Objects.requireNonNull(placed).getBody()).id();
		orders.change(order, new StatusChange(OrderStatus.PAID)).block();
		assertThat(browser.is(shown(missed, "down"))).isFalse();
		browser.evaluate("window.fetch = () => { throw new Error('only messages may tell') }");
		server.start();
		browser.awaitThat(shown(missed, "While it was down") + " && " + shown(order, "PAID"));
	}

	@Test
	void goesOnWhenTheApplicationIsStartedAnew() throws Exception {
		openHome();
		long order = place("Old").get("id").asLong();
		browser.awaitThat(shown(order, "Old"));
		context.close();
		context = run();
		assertThat(place("New").get("id").asLong()).as("it counts from 1 again").isEqualTo(order);
		browser.awaitThat(shown(order, "New"));
		assertThat(browser.is(shown(order, "Old"))).isFalse();
	}

	@Test
	void showsOnTheDashboardWhatTheMetersSay() throws Exception {
		place("Ada");
		send(HttpRequest.newBuilder(URI.create(home + "/orders/1")));
		browser.open(home + "/actuator/fastwire");
		String gauge = Chromium.chart("HTTP", "Connections") + "?.querySelector('output').textContent";
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(browser.evaluate(gauge))
				.isEqualTo(Integer.toString((int) meter("fastwire.connections.active"))));
		between("HTTP", "Requests", "fastwire.requests");
		between("Event loops and write pools", "Malloc fallbacks", "fastwire.pool.malloc.fallbacks");
		between("WebSocket", "Messages sent", "fastwire.websocket.messages.sent");
		between("Topics", "Messages published", "fastwire.topics.published");
		between("Topics", "Messages delivered", "fastwire.topics.delivered");
		assertThat(browser.errors()).isEmpty();
	}

	@Test
	void hidesOnTheDashboardWhatTheServerHasNot() throws Exception {
		browser.open(home + "/actuator/fastwire");
		browser.awaitThat("document.querySelectorAll('polyline').length > 0");
		for (String section : List.of("TLS", "HTTP/2", "Response cache", "Access log")) {
			assertThat(browser.is(shownSection(section))).as(section).isFalse();
		}
		assertThat(browser.is(shownSection("HTTP"))).isTrue();
		assertThat(browser.is("document.getElementById('drops').hidden")).isTrue();
	}

	@Test
	void asksForNothingWhileTheTabIsHidden() throws Exception {
		browser.open(home + "/actuator/fastwire");
		browser.awaitThat("document.querySelectorAll('polyline').length > 0");
		hide(true);
		browser.awaitThat("document.getElementById('state').textContent === 'Paused'");
		browser.evaluate("(window.asked = 0, window.ask = window.fetch, window.fetch = (...what) =>"
				+ " { window.asked++; return window.ask(...what); })");
		await().during(Duration.ofSeconds(5)).atMost(PATIENCE).until(() -> browser.is("window.asked === 0"));
		hide(false);
		browser.awaitThat("window.asked > 0 && document.getElementById('state').textContent === 'Live'");
		assertThat(browser.errors()).isEmpty();
	}

	/** As the browser does when another tab comes in front. */
	private void hide(boolean hidden) throws Exception {
		browser.evaluate("(Object.defineProperty(document, 'hidden', { configurable: true, value: " + hidden
				+ " }), document.dispatchEvent(new Event('visibilitychange')))");
	}

	private static String shownSection(String section) {
		return "[...document.querySelectorAll('main > h2')].filter((h) => h.textContent === '" + section
				+ "').some((h) => h.checkVisibility() && h.nextSibling.checkVisibility())";
	}

	@Test
	void goesOnWithTheDashboardWhenTheApplicationIsStartedAnew() throws Exception {
		browser.open(home + "/actuator/fastwire");
		String state = "document.getElementById('state').textContent";
		browser.awaitThat(state + " === 'Live' && document.querySelectorAll('polyline').length > 0");
		context.close();
		browser.awaitThat(state + ".startsWith('No answer')");
		context = run();
		browser.awaitThat(state + " === 'Live'");
		String line = Chromium.chart("HTTP", "Connections") + ".querySelectorAll('polyline').length";
		browser.awaitThat(line + " === 2");
	}

	/**
	 * Counts go on while they are read, so the page shows one between what the meter said
	 * before the page asked and what it says afterwards.
	 */
	private void between(String section, String title, String meter) throws Exception {
		double before = meter(meter);
		String notes = Chromium.chart(section, title) + "?.querySelector('small').textContent";
		String total = "Number((" + notes + " ?? '').match(/([0-9,]+) in all/)?.[1].replaceAll(',', '') ?? -1)";
		browser.awaitThat(total + " >= " + before);
		assertThat(Double.parseDouble(browser.evaluate(total))).as(title).isBetween(before, meter(meter));
	}

	@Test
	void makesTheChartsMoveByTheLoadButton() throws Exception {
		openHome();
		browser.evaluate("document.getElementById('load').click()");
		await().atMost(PATIENCE).until(() -> meter("fastwire.websocket.sessions.active") > 20);
		browser.awaitThat("document.getElementById('loaded').textContent.includes('requests/s')");
		assertThat(browser.is("document.getElementById('load').disabled")).isTrue();
		browser.awaitThat("document.getElementById('loaded').textContent.includes('requests made')");
		assertThat(browser.is("document.getElementById('load').disabled")).isFalse();
		assertThat(meter("fastwire.requests")).isGreaterThan(100);
		await().atMost(PATIENCE).until(() -> meter("fastwire.websocket.sessions.active") == 1);
		assertThat(browser.errors()).isEmpty();
	}

	@Test
	void readsWellWideAndNarrowInLightAndDark() throws Exception {
		for (int i = 0; i < 4; i++) {
			place(List.of("Ada", "Grace", "Katherine", "Barbara").get(i));
		}
		openHome();
		browser.awaitThat(shown(4, "Barbara"));
		browser.pictures("sample");
		browser.open(home + "/actuator/fastwire");
		browser.awaitThat("document.querySelector('polyline')?.getAttribute('points').split(' ').length > 4");
		browser.pictures("dashboard");
		assertThat(browser.errors()).isEmpty();
	}

}
