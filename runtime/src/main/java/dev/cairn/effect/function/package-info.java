/** Performs calls of bean methods. */
package dev.cairn.effect.function;
