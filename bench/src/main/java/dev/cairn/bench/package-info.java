/**
 * Benchmarks of the engine.
 */
package dev.cairn.bench;
