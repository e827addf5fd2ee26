/** Admission of requests that leave the application: for integrations that call a target which input can influence. */
package dev.cairn.spi.outbound;
