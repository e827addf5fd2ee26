/** Starts instances at a fixed rate, and observes their ends. */
package dev.cairn.bench.application.arrival;
