/** Segments of the write-ahead log. */
package dev.cairn.persistence.file.log;
