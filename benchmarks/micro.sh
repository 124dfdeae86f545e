#!/usr/bin/env bash
# Runs the micro-benchmarks on each JDK given (default: the one on the path) and keeps the
# raw results in benchmarks/results: benchmarks/micro.sh [java-home ...]
#
# BENCHMARKS   which ones (default: all of them), such as "Utf8Writer RequestHead"
# CPU          a CPU to pin to
# JMH_OPTIONS  options of JMH in place of the ones below; -p chooses cells
# JVM_OPTIONS  options of the JVM that is measured
# LABEL        goes into the names of the results, to keep runs apart
set -euo pipefail
cd "$(dirname "$0")/.."

# In one reactor, so that the modules need not be installed.
mvn -B -q -pl benchmarks -am test-compile dependency:build-classpath -Dmdep.outputFile=target/micro.classpath
classpath=benchmarks/target/classes:$(<benchmarks/target/micro.classpath)
mkdir -p benchmarks/results

homes=("$@")
((${#homes[@]})) || homes=("$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")")

for home in "${homes[@]}"; do
	version=$("$home/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')
	arguments="-Dio.netty.leakDetection.level=disabled ${JVM_OPTIONS:-}"
	((version < 24)) || arguments+=" --enable-native-access=ALL-UNNAMED"
	for benchmark in ${BENCHMARKS:-RequestHead ResponseHead Utf8Writer MeasureFirst TinyBuffer}; do
		results=benchmarks/results/micro-$benchmark-jdk$version${LABEL:+-$LABEL}.json
		# shellcheck disable=SC2086
		${CPU:+taskset -c "$CPU"} "$home/bin/java" -cp "$classpath" org.openjdk.jmh.Main "\.${benchmark}Benchmark\." \
			-jvmArgs "$arguments" -prof gc -rf json \
			-rff "$results" ${JMH_OPTIONS:--f 2 -wi 5 -w 500ms -i 5 -r 500ms}
		# where a JDK lies is nobody's business
		sed -i 's#"jvm" : ".*"#"jvm" : "java"#' "$results"
	done
done
