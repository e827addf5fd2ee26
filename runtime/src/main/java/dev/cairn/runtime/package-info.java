/**
 * Quarkus glue of the extension: recorder, producers and configuration.
 */
package dev.cairn.runtime;
