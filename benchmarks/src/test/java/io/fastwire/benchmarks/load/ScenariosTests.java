/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import io.fastwire.benchmarks.clients.Command;
import io.fastwire.benchmarks.servers.Answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ScenariosTests {

	@Test
	void everyScenarioFindsItsOwnContenders() {
		for (Scenario scenario : Scenarios.ALL.values()) {
			assertThat(scenario.contenders().stream().map(scenario::contender)).as(scenario.name()).isNotEmpty();
		}
	}

	@Test
	void theTlsScenarioAddsTlsToWhatIsNamedWithoutIt() {
		Scenario tls = Scenarios.named("http/tls");
		assertThat(tls.contender("fastwire-webflux-epoll").name()).isEqualTo("fastwire-webflux-epoll-tls");
		assertThat(tls.contender("fastwire-webflux-epoll-openssl").name()).isEqualTo("fastwire-webflux-epoll-openssl");
	}

	@Test
	void http2ScenariosTurnHttp2OnWithoutAndWithTls() {
		Contender clear = Scenarios.named("http/h2-hello").contender("fastwire-native-epoll");
		assertThat(clear.name()).isEqualTo("fastwire-native-epoll-h2c");
		assertThat(clear.answers(Feature.HTTP2)).isTrue();
		assertThat(clear.answers(Feature.HTTP)).isFalse();
		Contender encrypted = Scenarios.named("http/h2-tls").contender("tomcat-mvc");
		assertThat(encrypted.name()).isEqualTo("tomcat-mvc-h2");
		assertThat(((Launch.Jvm) encrypted.launch()).arguments()).contains("--server.http2.enabled=true")
			.anyMatch((argument) -> argument.startsWith("--server.ssl.key-store="));
	}

	@Test
	void aBuildOfAContenderIsCalledAsTheContenderIs() {
		assertThat(Contender.named("fastwire-webflux-epoll-tls").built("HEAD", Map.of()).wire()).isEqualTo(Wire.TLS);
	}

	@Test
	void aContenderThatLacksWhatIsAskedIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Scenarios.named("ws/echo-20b").contender("tomcat-mvc"))
			.withMessageContaining("tomcat-mvc");
	}

	@Test
	void bodiesHaveTheSizesTheyAreNamedAfter() {
		assertThat(Answers.LARGE_JSON.getBytes(StandardCharsets.UTF_8)).hasSize(1024);
		assertThat(Answers.json().length).isBetween(7_900, 8_500);
		assertThat(Answers.fileContent()).hasSize(64 * 1024);
	}

	/** The rate that is measured would take minutes to warm up what takes a post. */
	@Test
	void aFeedWarmsUpByAFewAndThenByAllSubscribersWithoutARate() {
		assertThat(Scenarios.withoutRate(Command.of("fan-out").with("connections", 1000))).extracting(Command::toString)
			.containsExactly("fan-out connections=10 rate=0", "fan-out connections=1000 rate=0");
		assertThat(Scenarios.withoutRate(Command.of("fan-out").with("connections", 3))).extracting(Command::toString)
			.containsExactly("fan-out connections=3 rate=0", "fan-out connections=3 rate=0");
	}

	@Test
	void externalServersAreStartedByACommandOrAttachedTo() {
		Settings settings = Settings.parse("--contenders", "netty-epoll", "--external", "one=/bin/one {port} x",
				"--external", "two=8080@1");
		List<Contender> contenders = settings.contenders(Scenarios.named("http/hello-world"));
		assertThat(contenders).extracting(Contender::name).containsExactly("netty-epoll", "one", "two");
		assertThat(contenders.get(1).launch()).isEqualTo(new Launch.Program(List.of("/bin/one", "{port}", "x")));
		assertThat(contenders.get(2).launch()).isEqualTo(new Launch.Running(8080, 1));
	}

	/** What can be measured is in the document, and nothing else. */
	@Test
	void theDocumentNamesEveryScenarioAndEveryContender() throws IOException {
		String document = Files.readString(Path.of("../docs/performance.md"));
		String table = document.substring(document.indexOf("| scenario |"), document.indexOf("Contenders: "));
		assertThat(names(table.lines()
			.filter((line) -> line.startsWith("| `"))
			.map((line) -> line.substring(0, line.indexOf('|', 1)))
			.collect(Collectors.joining()))).containsExactlyInAnyOrderElementsOf(Scenarios.ALL.keySet());
		String paragraph = document.substring(document.indexOf("Contenders: "),
				document.indexOf("At the end of a name"));
		assertThat(Contenders.ALL.keySet()
			.stream()
			.map((name) -> name.replaceFirst("-(io_uring|epoll|nio)$", ""))
			.distinct())
			.allSatisfy((name) -> assertThat(names(paragraph)).map((named) -> named.replaceFirst("-epoll$", ""))
				.contains(name));
	}

	private static List<String> names(String text) {
		return Pattern.compile("`([^`]+)`").matcher(text).results().map((found) -> found.group(1)).toList();
	}

}
