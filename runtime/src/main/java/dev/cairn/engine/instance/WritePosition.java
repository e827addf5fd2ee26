package dev.cairn.engine.instance;

import dev.cairn.journal.JournalEncoder;

/**
 * The place where an instance writes its next entries.
 *
 * @param encoder writes them
 * @param epoch the epoch that each write carries
 * @param entries number of entries of the journal
 * @param term in which term of the lease the instance became this node's
 */
record WritePosition(JournalEncoder encoder, long epoch, long entries, long term) {}
