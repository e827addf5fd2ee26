/** The kind {@code for}. */
package dev.cairn.task.fortask;
