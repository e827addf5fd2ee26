/** Numbers and moments as jq reads and writes them. */
package dev.cairn.jq.number;
