/**
 * Compiles all definitions, reports all problems at once, and puts programs and engine into the application.
 */
package dev.cairn.deployment.engine;
