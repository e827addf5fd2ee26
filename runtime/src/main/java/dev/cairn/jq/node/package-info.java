/** Evaluation nodes, one kind for each construct. */
package dev.cairn.jq.node;
