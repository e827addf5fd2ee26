/**
 * The parts of a definition in Java while it is written: the DSL's JSON, the line of Java of each element, the called methods and
 * the faults. Internal; applications use {@link dev.cairn.fluent}.
 */
package dev.cairn.fluent.source;
