package dev.cairn.spi;

/**
 * The right to write an instance.
 *
 * @param row the columns, with the claiming node as owner
 * @param epoch the token to write with: higher than any this instance had
 * @param entries number of entries of its journal
 */
public record Claim(InstanceRow row, long epoch, long entries) {}
