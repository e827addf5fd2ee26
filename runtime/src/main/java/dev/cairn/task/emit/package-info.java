/** The kind {@code emit}. */
package dev.cairn.task.emit;
