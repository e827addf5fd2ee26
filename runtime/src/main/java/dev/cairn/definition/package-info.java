/**
 * The definition model: one immutable form for all ways of authoring, in which every element knows its source location. Knows
 * no Quarkus, no program and no expression language: expressions are still text here.
 */
package dev.cairn.definition;
