/**
 * Checks the meaning of definitions, in any form of authoring. It finds all faults, not only the first. Plain Java; used while
 * an application is built, never when it runs. Expressions are checked by the compiler.
 */
package dev.cairn.compiler.validation;
