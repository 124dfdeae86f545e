/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fastwire.benchmarks.servers.Answers;
import io.fastwire.benchmarks.servers.ServerMain;

/** How a server comes to run. */
sealed interface Launch {

	/** Stands for the port in arguments. */
	String PORT = "{port}";

	/** Stands for the folder of static files in arguments. */
	String FILES = "{files}";

	/**
	 * A JVM of our own.
	 *
	 * @param mainClass of the server
	 * @param flags besides those that all JVMs have
	 * @param arguments of the server
	 * @param leftOut jars that it must not see, by the beginning of their names
	 * @param replaced other jars for some, by the beginning of their names
	 */
	record Jvm(String mainClass, List<String> flags, List<String> arguments, List<String> leftOut,
			Map<String, Path> replaced) implements Launch {

		private static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC");

		/** Returns the command of its process. */
		List<String> command(ClassPath classPath, int port, Path files) {
			List<String> command = new ArrayList<>();
			command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
			command.addAll(FLAGS);
			command.addAll(flags);
			command.add("-D" + Answers.FILES_PROPERTY + "=" + files);
			command.addAll(List.of("-cp", classPath.without(leftOut).replacing(replaced).withNewerClasses().toString(),
					ServerMain.class.getName(), mainClass));
			arguments.forEach((argument) -> command
				.add(argument.replace(PORT, Integer.toString(port)).replace(FILES, files.toString())));
			return command;
		}

		Jvm withFlag(String flag) {
			List<String> more = new ArrayList<>(flags);
			more.add(flag);
			return new Jvm(mainClass, more, arguments, leftOut, replaced);
		}

		Jvm withArguments(List<String> further) {
			List<String> more = new ArrayList<>(arguments);
			more.addAll(further);
			return new Jvm(mainClass, flags, more, leftOut, replaced);
		}

		Jvm withJars(Map<String, Path> jars) {
			return new Jvm(mainClass, flags, arguments, leftOut, jars);
		}
	}

	/**
	 * Any program, started by a command.
	 *
	 * @param words of the command
	 */
	record Program(List<String> words) implements Launch {

		List<String> command(int port) {
			return words.stream().map((word) -> word.replace(PORT, Integer.toString(port))).toList();
		}
	}

	/**
	 * A server that runs already, on this machine.
	 *
	 * @param port it listens on
	 * @param pid of its process, whose CPU time counts
	 */
	record Running(int port, long pid) implements Launch {
	}

}
