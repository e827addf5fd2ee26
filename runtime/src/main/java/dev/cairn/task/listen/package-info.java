/** The kind {@code listen}. */
package dev.cairn.task.listen;
