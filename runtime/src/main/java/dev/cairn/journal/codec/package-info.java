/**
 * The payload codecs that come with Cairn: compression and encryption.
 */
package dev.cairn.journal.codec;
