/**
 * Methods of the application that workflows call: which there are, what is wrong with them, and the generated classes that call
 * them.
 */
package dev.cairn.deployment.function;
