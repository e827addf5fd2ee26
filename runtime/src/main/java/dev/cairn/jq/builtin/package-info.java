/** The functions of the language. */
package dev.cairn.jq.builtin;
