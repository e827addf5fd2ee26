/**
 * What a store implements: {@link dev.cairn.spi.InstanceStore} and the records it takes and gives.
 */
package dev.cairn.spi;
