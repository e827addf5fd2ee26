/** What it costs to encode entries and to bring them to a store. */
package dev.cairn.bench.journal;
