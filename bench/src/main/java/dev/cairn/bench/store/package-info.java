/**
 * What the store file does by itself: without an engine above it, beside what the disk does.
 */
package dev.cairn.bench.store;
