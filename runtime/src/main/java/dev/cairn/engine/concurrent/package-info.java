/** Executors, mailboxes, permits and promises of the engine. */
package dev.cairn.engine.concurrent;
