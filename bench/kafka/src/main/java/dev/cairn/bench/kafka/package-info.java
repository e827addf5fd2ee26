/** A broker of Kafka with a producer, for benchmarks. */
package dev.cairn.bench.kafka;
