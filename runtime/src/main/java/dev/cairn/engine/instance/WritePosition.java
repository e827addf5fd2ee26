package dev.cairn.engine.instance;

import dev.cairn.journal.JournalWriter;

/**
 * The place where an instance writes its next entries.
 *
 * @param writer writes them
 * @param epoch the epoch that each write carries
 * @param entries number of entries of the journal
 * @param term in which term of the lease the instance became this node's
 */
record WritePosition(JournalWriter writer, long epoch, long entries, long term) {}
