/** Measurements of the store file by itself: without an engine above it, beside plain writes to the disk. */
package dev.cairn.bench.store;
