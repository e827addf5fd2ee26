/** Commands, bulk commands, search and inspection. */
package dev.cairn.engine.operation;
