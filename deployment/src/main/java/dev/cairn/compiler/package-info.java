/**
 * Makes programs of definitions, while the application is built. Plain Java; what it finds wrong it reports all at once.
 */
package dev.cairn.compiler;
