package dev.cairn.compiler.jq;

/**
 * A part of the text of an expression.
 *
 * @param offset position of its first char, from 0
 * @param length number of its chars
 */
public record TextRange(int offset, int length) {}
