package dev.cairn.compiler.jq;

/**
 * A part of the text of an expression.
 *
 * @param offset where it begins, in chars from 0
 * @param length how many chars it has
 */
public record TextPlace(int offset, int length) {}
