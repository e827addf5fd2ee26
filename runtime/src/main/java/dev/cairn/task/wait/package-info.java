/** The kind {@code wait}. */
package dev.cairn.task.wait;
