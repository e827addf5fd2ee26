/** The last lines of the log that were written for instances. */
package dev.cairn.management.log;
