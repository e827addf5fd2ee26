/**
 * jq expressions: an immutable tree that is data, and its linking to closures that evaluate it.
 *
 * <p>No text is parsed here; the parser belongs to the build. Nothing here does IO, reads a clock or keeps state
 * between two evaluations.
 */
package dev.cairn.expression;
