/** Regular expressions in the syntax of Oniguruma. */
package dev.cairn.jq.regex;
