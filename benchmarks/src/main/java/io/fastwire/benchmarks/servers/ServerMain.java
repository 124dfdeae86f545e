/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import com.sun.management.ThreadMXBean;
import io.netty.util.internal.PlatformDependent;

/**
 * Runs a server and answers what is asked on standard input, a word for each line:
 * {@code allocated} for the bytes that all threads have allocated so far, before JDK 21
 * those that still live, and {@code memory} for the bytes in use, after a garbage
 * collection, on the heap and off it by buffers. Answers go to standard error, marked by
 * {@value #MARK}.
 */
public final class ServerMain {

	/** Starts each line that is an answer. */
	public static final String MARK = "probe:";

	private ServerMain() {
	}

	/** Starts the class that is the first argument, with the others. */
	public static void main(String[] args) throws ReflectiveOperationException {
		Thread probe = new Thread(ServerMain::answer, "probe");
		probe.setDaemon(true);
		probe.start();
		Method main = Class.forName(args[0]).getDeclaredMethod("main", String[].class);
		main.setAccessible(true);
		main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
	}

	private static void answer() {
		BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		try {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				System.err.println(MARK + (line.equals("memory") ? memory() : Long.toString(allocated())));
			}
		}
		catch (IOException | InterruptedException ex) {
			System.err.println(ex);
		}
	}

	/**
	 * Carriers of virtual threads are counted too: what runs on them is allocated by
	 * them.
	 */
	private static long allocated() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		try {
			return (long) ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes").invoke(threads);
		}
		catch (ReflectiveOperationException ex) {
			return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
				.filter((bytes) -> bytes > 0)
				.sum();
		}
	}

	/**
	 * Collects twice, for what is freed by a thread that a first collection wakes.
	 * Looking for the first time leaves garbage itself.
	 */
	private static String memory() throws InterruptedException {
		inUse();
		System.gc();
		Thread.sleep(200);
		System.gc();
		return inUse();
	}

	private static String inUse() {
		long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
		long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)
			.stream()
			.mapToLong(BufferPoolMXBean::getMemoryUsed)
			.sum();
		return heap + " " + (direct + nettyDirect());
	}

	/** What Netty has taken past the JDK's books; 0 in a server without Netty. */
	private static long nettyDirect() {
		try {
			return Math.max(0, PlatformDependent.usedDirectMemory());
		}
		catch (LinkageError ex) {
			return 0;
		}
	}

}
