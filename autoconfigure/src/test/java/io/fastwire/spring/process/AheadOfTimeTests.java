/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

import static org.assertj.core.api.Assertions.assertThat;

/** An application that was processed ahead of time, as for a native image. */
class AheadOfTimeTests {

	@TempDir
	Path directory;

	@Test
	void startsFromWhatWasGenerated() throws Exception {
		Path classes = compile(process("--server.port=0", "--management.server.port=0", EXCLUDED));
		String classPath = classes + File.pathSeparator + AppProcess.classPath((entry) -> true);
		try (AppProcess app = AppProcess.start(classPath, List.of("-Dspring.aot.enabled=true"), "--server.port=0",
				"--management.server.port=0", "--fastwire.topics.rules[0].pattern=greetings/*",
				"--fastwire.topics.rules[0].history=1", EXCLUDED)) {
			List<Integer> ports = app.awaitPorts(2);
			assertThat(app.output()).contains("Starting AOT-processed App");
			assertThat(app.get(ports.get(0), "/hello").body()).isEqualTo("Hello");
			assertThat(app.get(ports.get(0), "/greet/Ann").body()).isEqualTo("Hello Ann 1");
			assertThat(app.get(ports.get(1), "/actuator/health").statusCode()).isEqualTo(200);
		}
	}

	/** Spring Boot cannot tell apart the management factories of three servers. */
	private static final String EXCLUDED = "--spring.autoconfigure.exclude="
			+ "org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyReactiveManagementContextAutoConfiguration,"
			+ "org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration";

	private Path process(String... arguments) throws IOException {
		Settings settings = Settings.builder()
			.sourceOutput(Files.createDirectory(directory.resolve("sources")))
			.resourceOutput(Files.createDirectory(directory.resolve("resources")))
			.classOutput(Files.createDirectory(directory.resolve("classes")))
			.groupId("io.fastwire")
			.artifactId("ahead-of-time-tests")
			.build();
		new SpringApplicationAotProcessor(App.class, settings, arguments).process();
		return directory.resolve("sources");
	}

	private Path compile(Path sources) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		Path classes = directory.resolve("classes");
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp",
				classes + File.pathSeparator + System.getProperty("java.class.path")));
		try (Stream<Path> files = Files.walk(sources)) {
			files.filter((file) -> file.toString().endsWith(".java")).map(Path::toString).forEach(arguments::add);
		}
		assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).isZero();
		return classes;
	}

}
