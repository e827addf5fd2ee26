/**
 * Writes definitions in Java: {@link dev.cairn.fluent.Flows} has everything to import. Definitions are evaluated while an
 * application is built; faults are collected and reported all at once, each with its line of Java.
 */
package dev.cairn.fluent;
