/** Links expression trees to evaluation nodes. */
package dev.cairn.jq.link;
