/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.net.URI;

import io.fastwire.spring.FastwireWebServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.BodyContentSpec;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The orders over HTTP, on the server that runs.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class OrderApiTests {

	private static final String TWO_TEAS = """
			{"customer": "Ada", "items": [{"product": "tea", "quantity": 2}]}""";

	@Autowired
	private WebServerApplicationContext context;

	@LocalServerPort
	private int port;

	private WebTestClient client;

	@BeforeEach
	void connect() {
		client = WebTestClient.bindToServer(new JdkClientHttpConnector()).baseUrl("http://localhost:" + port).build();
	}

	@Test
	void isServedByFastwire() {
		assertThat(context.getWebServer()).isInstanceOf(FastwireWebServer.class);
	}

	@Test
	void showsWhereToGo() {
		String page = client.get()
			.uri("/")
			.exchange()
			.expectStatus()
			.isOk()
			.expectHeader()
			.contentTypeCompatibleWith(MediaType.TEXT_HTML)
			.expectBody(String.class)
			.returnResult()
			.getResponseBody();
		assertThat(page).contains("href=\"orders\"")
			.contains("href=\"orders/stream\"")
			.contains("href=\"actuator/fastwire\"");
	}

	@Test
	void answersAPingWithoutWebFlux() {
		client.get().uri("/ping").exchange().expectStatus().isOk().expectBody(String.class).isEqualTo("pong\n");
	}

	@Test
	void placesAnOrderAndTellsWhereItIs() {
		long id = place();
		client.get()
			.uri("/orders/{id}", id)
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.id")
			.isEqualTo(id)
			.jsonPath("$.version")
			.isEqualTo(1)
			.jsonPath("$.customer")
			.isEqualTo("Ada")
			.jsonPath("$.items[0].product")
			.isEqualTo("tea")
			.jsonPath("$.items[0].quantity")
			.isEqualTo(2)
			.jsonPath("$.status")
			.isEqualTo("NEW")
			.jsonPath("$.placedAt")
			.isNotEmpty();
	}

	@Test
	void listsOrdersByStatus() {
		long placed = place();
		long paid = place();
		change(paid, "PAID").expectStatus().isOk();
		assertThat(ids("/orders")).contains(placed, paid);
		assertThat(ids("/orders?status=PAID")).contains(paid).doesNotContain(placed);
		assertThat(ids("/orders?status=NEW")).contains(placed).doesNotContain(paid);
	}

	@Test
	void movesAnOrderOnToItsEnd() {
		long id = place();
		for (String status : new String[] { "PAID", "SHIPPED", "DELIVERED" }) {
			change(id, status).expectStatus().isOk().expectBody().jsonPath("$.status").isEqualTo(status);
		}
	}

	@Test
	void refusesAStatusThatAnOrderCannotTake() {
		long id = place();
		problem(change(id, "DELIVERED"), HttpStatus.CONFLICT).jsonPath("$.detail")
			.isEqualTo("Order " + id + " is NEW and cannot become DELIVERED.");
		client.get().uri("/orders/{id}", id).exchange().expectBody().jsonPath("$.status").isEqualTo("NEW");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			{"customer": "", "items": [{"product": "tea", "quantity": 1}]}     | customer
			{"items": [{"product": "tea", "quantity": 1}]}                     | customer
			{"customer": "Ada"}                                                | items
			{"customer": "Ada", "items": []}                                   | items
			{"customer": "Ada", "items": [null]}                               | items[0]
			{"customer": "Ada", "items": [{"product": "tea", "quantity": 0}]}  | items[0].quantity
			{"customer": "Ada", "items": [{"product": "tea", "quantity": -1}]} | items[0].quantity
			{"customer": "Ada", "items": [{"product": "tea"}]}                 | items[0].quantity
			{"customer": "Ada", "items": [{"quantity": 1}]}                    | items[0].product
			""")
	void namesTheFieldThatIsInvalid(String body, String field) {
		problem(post(body), HttpStatus.BAD_REQUEST).jsonPath("$.errors.length()")
			.isEqualTo(1)
			.jsonPath("$.errors[0].field")
			.isEqualTo(field)
			.jsonPath("$.errors[0].message")
			.isNotEmpty();
	}

	@Test
	void namesAllFieldsThatAreInvalid() {
		problem(post("{\"items\": [{}]}"), HttpStatus.BAD_REQUEST).jsonPath("$.errors[0].field")
			.isEqualTo("customer")
			.jsonPath("$.errors[1].field")
			.isEqualTo("items[0].product")
			.jsonPath("$.errors[2].field")
			.isEqualTo("items[0].quantity");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "{\"customer\":", "[]", "", "{\"customer\": \"Ada\", \"items\": [{\"quantity\": \"x\"}]}" })
	void refusesABodyThatIsNoOrder(String body) {
		problem(post(body), HttpStatus.BAD_REQUEST);
	}

	@Test
	void refusesAStatusChangeWithoutOrWithUnknownStatus() {
		long id = place();
		problem(change(id, "LOST"), HttpStatus.BAD_REQUEST);
		problem(client.patch()
			.uri("/orders/{id}", id)
			.contentType(MediaType.APPLICATION_JSON)
			.bodyValue("{}")
			.exchange(), HttpStatus.BAD_REQUEST).jsonPath("$.errors[0].field").isEqualTo("status");
	}

	@Test
	void refusesAnotherMediaType() {
		problem(client.post()
			.uri("/orders")
			.contentType(MediaType.TEXT_PLAIN)
			.bodyValue("two teas")
			.exchange()
			.expectHeader()
			.valueMatches("Accept", ".*application/json.*"), HttpStatus.UNSUPPORTED_MEDIA_TYPE);
	}

	@Test
	void refusesABodyThatWouldTakeTooMuchMemory() {
		problem(post("{\"customer\": \"" + "a".repeat(300_000) + "\"}"), HttpStatus.CONTENT_TOO_LARGE);
	}

	@Test
	void doesNotKnowAnOrderThatIsNotThere() {
		problem(client.get().uri("/orders/999999").exchange(), HttpStatus.NOT_FOUND).jsonPath("$.detail")
			.isEqualTo("There is no order 999999.");
		problem(change(999999, "PAID"), HttpStatus.NOT_FOUND);
		problem(client.get().uri("/orders/abc").exchange(), HttpStatus.NOT_FOUND);
		problem(client.get().uri("/elsewhere").exchange(), HttpStatus.NOT_FOUND);
		problem(client.get().uri(URI.create("http://localhost:" + port + "//")).exchange(), HttpStatus.NOT_FOUND);
	}

	@Test
	void refusesAnUnknownStatusToListAndAnotherMethod() {
		problem(client.get().uri("/orders?status=LOST").exchange(), HttpStatus.BAD_REQUEST);
		problem(client.delete().uri("/orders").exchange().expectHeader().exists("Allow"),
				HttpStatus.METHOD_NOT_ALLOWED);
	}

	@Test
	void exposesHealthAndTheServersMeters() {
		client.get().uri("/actuator/health").exchange().expectBody().jsonPath("$.status").isEqualTo("UP");
		client.get()
			.uri("/actuator/metrics/fastwire.requests")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.measurements[0].value")
			.value(Double.class, (count) -> assertThat(count).isPositive());
	}

	private long place() {
		String location = String.valueOf(post(TWO_TEAS).expectStatus()
			.isCreated()
			.returnResult(String.class)
			.getResponseHeaders()
			.getLocation());
		assertThat(location).matches("/orders/\\d+");
		return Long.parseLong(location.substring("/orders/".length()));
	}

	private WebTestClient.ResponseSpec post(String body) {
		return client.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).bodyValue(body).exchange();
	}

	private WebTestClient.ResponseSpec change(long id, String status) {
		return client.patch()
			.uri("/orders/{id}", id)
			.contentType(MediaType.APPLICATION_JSON)
			.bodyValue("{\"status\": \"" + status + "\"}")
			.exchange();
	}

	private Long[] ids(String uri) {
		return client.get()
			.uri(uri)
			.exchange()
			.expectStatus()
			.isOk()
			.returnResult(Order.class)
			.getResponseBody()
			.map(Order::id)
			.toStream()
			.toArray(Long[]::new);
	}

	private static BodyContentSpec problem(WebTestClient.ResponseSpec response, HttpStatus status) {
		return response.expectStatus()
			.isEqualTo(status)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.status")
			.isEqualTo(status.value())
			.jsonPath("$.title")
			.isNotEmpty();
	}

}
