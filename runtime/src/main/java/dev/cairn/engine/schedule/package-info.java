/**
 * Runs schedules: rows in the index of due times that start instances. A pure function decides about occurrences; the other classes
 * read, start and write what it says.
 */
package dev.cairn.engine.schedule;
