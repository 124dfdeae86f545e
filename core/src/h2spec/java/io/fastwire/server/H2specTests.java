/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import javax.xml.parsers.DocumentBuilderFactory;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http2.Http2Options;
import io.fastwire.testsupport.TestServer;
import io.netty.handler.ssl.SslContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs h2spec in its strict mode against a native route. */
@Tag("h2spec")
class H2specTests {

	private static final String ARCHIVE = "/h2spec/2.2.0/h2spec_linux_amd64.tar.gz";

	private static final int CASES = 146;

	private static final int MAX_BODY_BYTES = 1024 * 1024;

	@TempDir
	private static Path directory;

	private static Path program;

	@BeforeAll
	static void unpack() throws Exception {
		Path archive = directory.resolve("h2spec.tar.gz");
		try (InputStream in = Objects.requireNonNull(H2specTests.class.getResourceAsStream(ARCHIVE))) {
			Files.copy(in, archive);
		}
		run(List.of("tar", "-xzf", archive.toString(), "-C", directory.toString()));
		program = directory.resolve("h2spec");
	}

	@Test
	void allCasesPassInClearText() throws Exception {
		try (TestServer server = TestServer.start(options(), H2specTests::answer)) {
			assertAllCasesPass(server, List.of());
		}
	}

	@Test
	void allCasesPassOnTls() throws Exception {
		SslContext context = Http2Servers.context();
		try (TestServer server = TestServer.start(options().tls((name) -> context), H2specTests::answer)) {
			assertAllCasesPass(server, List.of("-t", "-k"));
		}
	}

	private static ServerOptions.Builder options() {
		return TestServer.options().http2(Http2Options.DEFAULTS);
	}

	/** Reads the body, as an application does whose requests the suite breaks off. */
	private static void answer(Exchange exchange) {
		BodyCollector.collect(exchange, MAX_BODY_BYTES, (body) -> exchange.end("Hello World!"));
	}

	private static void assertAllCasesPass(TestServer server, List<String> further) throws Exception {
		Path report = directory.resolve("report-" + server.port() + ".xml");
		List<String> command = new ArrayList<>(List.of(program.toString(), "-h", "127.0.0.1", "-p",
				String.valueOf(server.port()), "-S", "-j", report.toString()));
		command.addAll(further);
		run(command);
		List<String> failed = new ArrayList<>();
		int cases = 0;
		NodeList suites = parse(report).getElementsByTagName("testcase");
		for (int i = 0; i < suites.getLength(); i++) {
			Element testcase = (Element) suites.item(i);
			cases++;
			if (testcase.getElementsByTagName("failure").getLength() > 0
					|| testcase.getElementsByTagName("error").getLength() > 0) {
				failed.add(testcase.getAttribute("package") + ": " + testcase.getAttribute("classname"));
			}
		}
		System.out.println("h2spec " + further + ": " + cases + " cases, failed " + failed);
		assertThat(cases).isEqualTo(CASES);
		assertThat(failed).isEmpty();
		server.awaitIdle();
	}

	/** The report holds control bytes as they came. */
	private static Document parse(Path report) throws Exception {
		String text = Files.readString(report, StandardCharsets.ISO_8859_1)
			.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F]", "")
			.replaceAll("&#x?[0-9A-Fa-f]+;", "");
		return DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader(text)));
	}

	/** Its exit code tells of failed cases, as the report does. */
	private static void run(List<String> command) throws IOException, InterruptedException {
		Path output = directory.resolve("output.txt");
		Process process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		if (!process.waitFor(5, TimeUnit.MINUTES)) {
			process.destroyForcibly();
			throw new IllegalStateException("Not done in time: " + command);
		}
		if (System.getProperty("fastwire.test.h2spec-output") != null) {
			System.out.println(Files.readString(output, StandardCharsets.ISO_8859_1));
		}
	}

}
