/** Starts the servers that stores need. */
package dev.cairn.bench.server;
