/** The kind {@code try}. */
package dev.cairn.task.trytask;
