/**
 * The language of schedules: rules that give due times, and what is said of overlapping and missed occurrences. Plain data and pure
 * functions, used by the build and at run time.
 */
package dev.cairn.schedule;
