/** Secrets of the application. */
package dev.cairn.quarkus.secret;
