/** The service that workflows call in benchmarks. */
package dev.cairn.bench.stub;
