/** Expressions in jq: what an evaluation needs and what it can fail with. */
package dev.cairn.jq;
