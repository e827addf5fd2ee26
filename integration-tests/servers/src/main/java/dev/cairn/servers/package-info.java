/**
 * Real servers for tests and benchmarks: started on loopback, on a free port, in a directory of their own, without Docker.
 */
package dev.cairn.servers;
