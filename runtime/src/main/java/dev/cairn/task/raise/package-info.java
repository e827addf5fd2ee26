/** The kind {@code raise}. */
package dev.cairn.task.raise;
