/** The kind {@code call}. */
package dev.cairn.task.call;
