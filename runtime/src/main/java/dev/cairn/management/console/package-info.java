/**
 * Serves the console: the pages that show workflows and instances to people.
 */
package dev.cairn.management.console;
