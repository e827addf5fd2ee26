/** Expressions as immutable trees, and their stored form. */
package dev.cairn.jq.tree;
