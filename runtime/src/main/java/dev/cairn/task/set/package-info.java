/** The kind {@code set}. */
package dev.cairn.task.set;
