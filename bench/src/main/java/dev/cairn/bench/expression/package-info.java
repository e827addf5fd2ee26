/** Evaluation of expressions, beside jackson-jq. */
package dev.cairn.bench.expression;
