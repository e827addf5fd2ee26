/** Operations on values and paths. */
package dev.cairn.jq.value;
