/** The SPI that stores implement: {@link dev.cairn.spi.InstanceStore} and the records that it takes and returns. */
package dev.cairn.spi;
