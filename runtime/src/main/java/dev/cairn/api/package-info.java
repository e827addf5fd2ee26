/**
 * The API that applications import: annotations that declare workflows and functions, and the client that starts and reads
 * instances.
 */
package dev.cairn.api;
