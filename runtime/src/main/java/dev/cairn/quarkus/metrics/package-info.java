/** Meters of the engine and the store. */
package dev.cairn.quarkus.metrics;
