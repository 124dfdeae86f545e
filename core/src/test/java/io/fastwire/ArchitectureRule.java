/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire;

import java.util.function.Function;
import java.util.stream.Stream;

import com.tngtech.archunit.lang.ArchRule;
import io.fastwire.testsupport.PackageRules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * A rule about the packages of core, and the name of the fixture that proves it can fail.
 */
enum ArchitectureRule {

	/** HTTP/1.1 stands alone. */
	HTTP1_ALONE("SeesWebSocket",
			(root) -> never(root, "http1", "websocket", "http2").because(
					"an upgrade goes through internal.io.ProtocolSwitch, so that each wire format is tested alone")),

	/** WebSocket stands alone. */
	WEBSOCKET_ALONE("SeesHttp1",
			(root) -> never(root, "websocket", "http1", "http2")
				.because("a WebSocket connection must not care which HTTP version it grew out of")),

	/** HTTP/2 stands alone. */
	HTTP2_ALONE("SeesHttp1Too", (root) -> never(root, "http2", "http1", "websocket")
		.because("what HTTP versions share belongs in http or internal.http, or each change to one breaks the other")),

	/** The contract knows none of its implementations. */
	HTTP_IS_A_CONTRACT("SeesHttp1Head",
			(root) -> never(root, "http", "http1", "http2", "websocket", "topic", "server", "internal.io",
					"internal.http")
				.because("http is the vocabulary that all other packages speak")),

	/** The contract knows no transport. */
	HTTP_WITHOUT_CHANNELS("SeesChannel",
			(root) -> noClasses().that()
				.resideInAPackage(root + ".http..")
				.should()
				.dependOnClassesThat()
				.resideInAPackage("io.netty.channel..")
				.because("an application's handler must never hold the channel")),

	/** Parsers and their kin work on bytes alone. */
	CODECS_WITHOUT_CHANNELS("ChannelDecoder",
			(root) -> noClasses().that()
				.resideInAnyPackage(root + ".http1..", root + ".http2..", root + ".websocket..")
				.and()
				.haveNameMatching(".*(Parser|Decoder|Encoder|Writer|Framing)")
				.should()
				.dependOnClassesThat()
				.resideInAPackage("io.netty.channel..")
				.because("what parses or encodes is tested and fuzzed on bytes, without a connection")),

	/** HTTP/1.1 is our own. */
	NO_NETTY_CODEC("SeesNettyCodec",
			(root) -> noClasses().that()
				.resideInAPackage(root + "..")
				.should()
				.dependOnClassesThat()
				.resideInAnyPackage("io.netty.handler.codec.http..", "io.netty.handler.codec.rtsp..",
						"io.netty.handler.codec.spdy..")
				.because("Netty's HTTP codec is a second opinion in tests, never part of the server")),

	/** HTTP/2 alone needs the optional codec. */
	HTTP2_CODEC_IN_HTTP2("SeesHttp2Codec",
			(root) -> noClasses().that()
				.resideInAPackage(root + "..")
				.and()
				.resideOutsideOfPackage(root + ".http2..")
				.should()
				.dependOnClassesThat()
				.resideInAPackage("io.netty.handler.codec.http2..")
				.because("a server without netty-codec-http2 on its class path speaks HTTP/1.1")),

	/** What HTTP versions share knows none of them. */
	INTERNAL_HTTP_BELOW_VERSIONS("SeesHttp1Exchange",
			(root) -> never(root, "internal.http", "http1", "http2", "websocket", "topic", "server")
				.because("what belongs to one version stays with it")),

	/** Only the application's own code knows the server. */
	SERVER_ON_TOP("SeesServer",
			(root) -> noClasses().that()
				.resideInAPackage(root + "..")
				.and()
				.resideOutsideOfPackage(root + ".server..")
				.should()
				.dependOnClassesThat()
				.resideInAPackage(root + ".server..")
				.because("server assembles the parts, and a part that knows it cannot be tested without it")),

	/** Byte functions need the JDK only. */
	BYTES_ON_THE_JDK("SeesNetty",
			(root) -> classes().that()
				.resideInAPackage(root + ".internal.bytes..")
				.should()
				.onlyDependOnClassesThat()
				.resideInAnyPackage("java..", "org.jspecify.annotations..", root + ".internal.bytes..")
				.because("pure functions on bytes are measured and proved in isolation")),

	/** Shared channel code knows no protocol. */
	IO_BELOW_PROTOCOLS("SeesFrame",
			(root) -> never(root, "internal.io", "http", "http1", "http2", "websocket", "topic")
				.because("what all protocols share must not know one of them")),

	/** Topics know no protocol. */
	TOPIC_WITHOUT_PROTOCOLS("SeesSession",
			(root) -> never(root, "topic", "http", "http1", "http2", "websocket", "internal.io")
				.because("whatever can take a message may be a sink, and brings its own wire form")),

	/** The write pool knows no protocol. */
	BUFFER_BELOW_PROTOCOLS("SeesHead",
			(root) -> never(root, "buffer", "http", "http1", "http2", "websocket", "topic")
				.because("everything that leaves goes through the pool, whatever it means")),

	/** The handshake knows no protocol. */
	TLS_BELOW_PROTOCOLS("SeesHttp1Connection",
			(root) -> never(root, "tls", "http", "http1", "http2", "websocket", "topic")
				.because("which protocol follows is agreed in the handshake, and server knows them all")),

	/** The PROXY protocol knows no other. */
	PROXY_BELOW_PROTOCOLS("SeesHttp1HeadToo",
			(root) -> never(root, "proxy", "http", "http1", "http2", "websocket", "topic", "tls")
				.because("it comes before whatever the client speaks, and server knows what that is")),

	/** Core stands on the JDK and Netty. */
	NO_FRAMEWORKS("SeesLogger",
			(root) -> noClasses().that()
				.resideInAPackage(root + "..")
				.should()
				.dependOnClassesThat()
				.resideInAnyPackage("org.slf4j..", "org.springframework..", "reactor..", "org.reactivestreams..",
						"jakarta..", "io.micrometer..")
				.because("core is usable without Spring, and logs through System.Logger")),

	/** Nobody sleeps. */
	NEVER_SLEEPS("Sleeps",
			(root) -> noClasses().that()
				.resideInAPackage(root + "..")
				.should()
				.callMethodWhere(describe("the target is Thread.sleep",
						(call) -> call.getTargetOwner().isEquivalentTo(Thread.class) && "sleep".equals(call.getName())))
				.because("one sleeping event loop stops all of its connections")),

	/** Case mapping never depends on the machine. */
	LOCALE_GIVEN("LowerCases",
			(root) -> noClasses().that()
				.resideInAPackage(root + "..")
				.should()
				.callMethod(String.class, "toLowerCase")
				.orShould()
				.callMethod(String.class, "toUpperCase")
				.because("in a Turkish locale an upper-case I of a header name becomes a dotless i")),

	/** Every package decides about null. */
	NULL_MARKED("Unmarked", (root) -> PackageRules.nullMarked(root + "..")),

	/** No package cycles. */
	NO_CYCLES("Cycle detected", PackageRules::noCycles);

	private final String fixture;

	private final Function<String, ArchRule> rule;

	ArchitectureRule(String fixture, Function<String, ArchRule> rule) {
		this.fixture = fixture;
		this.rule = rule;
	}

	String fixture() {
		return this.fixture;
	}

	ArchRule under(String root) {
		return this.rule.apply(root).allowEmptyShould(true);
	}

	private static ArchRule never(String root, String from, String... to) {
		String[] packages = Stream.of(to).map((name) -> root + "." + name + "..").toArray(String[]::new);
		return noClasses().that()
			.resideInAPackage(root + "." + from + "..")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(packages);
	}

}
