/**
 * Puts the console into the application.
 */
package dev.cairn.deployment.console;
