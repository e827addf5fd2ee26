/**
 * Spans of instances and their effects, for applications with OpenTelemetry. No class of this package is loaded in an application
 * without it.
 */
package dev.cairn.tracing;
