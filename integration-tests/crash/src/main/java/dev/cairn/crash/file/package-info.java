/**
 * The application of the crash tests with the file store.
 */
package dev.cairn.crash.file;
