/** Performs commands and scripts of the machine. */
package dev.cairn.effect.command;
