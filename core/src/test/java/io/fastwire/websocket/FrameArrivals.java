/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fastwire.testsupport.Fragmentation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Decodes bytes in every way in which they may arrive, and requires the same outcome each
 * time.
 */
final class FrameArrivals {

	private static final int SAMPLES = 12;

	private FrameArrivals() {
	}

	/** Returns what happens, the same for each arrival. */
	static List<String> decode(byte[] input) {
		return decode(input, 1 << 20, 1000);
	}

	static List<String> decode(byte[] input, int maxBytes, int maxFragments) {
		List<String> expected = decode(List.of(input), maxBytes, maxFragments, null);
		Fragmentation.of(input)
			.forEach((pieces) -> assertThat(decode(pieces, maxBytes, maxFragments, null)).isEqualTo(expected));
		return expected;
	}

	/** Like {@link #decode}, but for few arrivals. */
	static List<String> sample(byte[] input, int maxBytes, int maxFragments) {
		List<String> expected = decode(List.of(input), maxBytes, maxFragments, null);
		Fragmentation.of(input)
			.forSome((pieces) -> assertThat(decode(pieces, maxBytes, maxFragments, null)).isEqualTo(expected), SAMPLES);
		return expected;
	}

	static List<String> decode(List<byte[]> pieces, int maxBytes, int maxFragments,
			@Nullable MessageInflater inflater) {
		FrameDecoder decoder = new FrameDecoder(maxBytes, maxFragments, inflater != null);
		MessageAssembler assembler = new MessageAssembler(ByteBufAllocator.DEFAULT, maxBytes, inflater);
		List<String> events = new ArrayList<>();
		try {
			for (byte[] piece : pieces) {
				ByteBuf in = ByteBufAllocator.DEFAULT.buffer(Math.max(piece.length, 1)).writeBytes(piece);
				boolean goesOn = decode(in, decoder, assembler, events);
				in.release();
				if (!goesOn) {
					break;
				}
			}
		}
		finally {
			assembler.release();
		}
		return events;
	}

	/** Returns whether nothing was wrong. */
	private static boolean decode(ByteBuf in, FrameDecoder decoder, MessageAssembler assembler, List<String> events) {
		while (true) {
			FrameDecoder.Event event = decoder.next(in);
			String control = ByteBufUtil.hexDump(decoder.control(), 0, decoder.controlLength());
			switch (event) {
				case MORE -> {
					assertThat(in.isReadable()).describedAs("all input is used up").isFalse();
					return true;
				}
				case PING -> events.add("ping " + control);
				case PONG -> events.add("pong " + control);
				case CLOSE -> events.add("close " + control);
				case VIOLATION -> {
					events.add(Objects.requireNonNull(decoder.violation()).name());
					return false;
				}
				case DATA -> {
					if (!data(in, decoder, assembler, events)) {
						return false;
					}
				}
			}
		}
	}

	private static boolean data(ByteBuf in, FrameDecoder decoder, MessageAssembler assembler, List<String> events) {
		Violation violation = assembler.add(in, decoder);
		if (violation != null) {
			events.add(violation.name());
			return false;
		}
		if (decoder.messageEnd()) {
			ByteBuf message = assembler.take();
			String kind = (decoder.kind() == MessageKind.TEXT) ? "text " : "binary ";
			events.add(kind + ByteBufUtil.hexDump(message));
			message.release();
		}
		return true;
	}

}
