/** Requests that leave the application: admission of targets that input can influence, and credentials. For integrations. */
package dev.cairn.spi.outbound;
