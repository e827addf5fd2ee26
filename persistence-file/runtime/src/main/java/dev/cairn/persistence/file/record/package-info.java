/** Records of the log and their encoding. */
package dev.cairn.persistence.file.record;
