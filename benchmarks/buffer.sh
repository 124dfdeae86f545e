#!/usr/bin/env bash
# Runs the benchmarks of the write pool on each JDK given (default: the one on the path)
# and keeps the raw results: benchmarks/buffer.sh [java-home ...]
# JMH options go into JMH_OPTIONS, a CPU to pin to into CPU.
set -euo pipefail
cd "$(dirname "$0")/.."

# In one reactor, so that the modules need not be installed.
mvn -B -q -pl benchmarks -am test-compile dependency:build-classpath -Dmdep.outputFile=target/buffer.classpath
classpath=benchmarks/target/classes:$(<benchmarks/target/buffer.classpath)
mkdir -p benchmarks/results

homes=("$@")
((${#homes[@]})) || homes=("$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")")

for home in "${homes[@]}"; do
	version=$("$home/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')
	arguments=(-Dio.netty.leakDetection.level=disabled)
	((version < 24)) || arguments+=(--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED)
	for benchmark in Utf8Writer MeasureFirst TinyBuffer; do
		# shellcheck disable=SC2086
		${CPU:+taskset -c "$CPU"} "$home/bin/java" -cp "$classpath" org.openjdk.jmh.Main "buffer.${benchmark}Benchmark" \
			-jvmArgs "${arguments[*]}" -prof gc -rf json -rff "benchmarks/results/buffer-${benchmark,}-jdk$version.json" \
			${JMH_OPTIONS:--f 2 -wi 5 -w 500ms -i 5 -r 500ms}
	done
done
