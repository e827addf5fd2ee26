/**
 * Writes definitions in Java: {@link dev.cairn.fluent.Flows} has everything to import. What is written here is evaluated while an
 * application is built; mistakes are collected and reported all at once, each with the line of Java that makes it.
 */
package dev.cairn.fluent;
