/**
 * Keeps instances in a local file, durable after fdatasync.
 */
package dev.cairn.persistence.file;
