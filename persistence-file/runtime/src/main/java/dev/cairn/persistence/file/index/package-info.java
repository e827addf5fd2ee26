/** The index of the file store. */
package dev.cairn.persistence.file.index;
