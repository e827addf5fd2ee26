/** Meters of Micrometer: what the engine counts and times. Loaded only by applications that have Micrometer. */
package dev.cairn.runtime.metrics;
