/**
 * What an author wrote, whatever it was written in: one immutable model in which every element remembers where it stands.
 * Knows no Quarkus, no program and no expression language: expressions are still text here.
 */
package dev.cairn.definition;
