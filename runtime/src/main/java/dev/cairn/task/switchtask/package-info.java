/** The kind {@code switch}. */
package dev.cairn.task.switchtask;
