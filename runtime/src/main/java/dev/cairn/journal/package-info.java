/**
 * The only truth about an instance: its entries, their encoding, and the writer that commits the entries of all instances in
 * groups.
 */
package dev.cairn.journal;
