/** Starts and stops the engine with the application. */
package dev.cairn.quarkus.lifecycle;
