/**
 * Checks what the words of a definition mean together, whatever it was written in. Finds all that is wrong, not the first. Plain
 * Java; used while an application is built, never when it runs. Expressions are checked by the compiler.
 */
package dev.cairn.compiler.validation;
