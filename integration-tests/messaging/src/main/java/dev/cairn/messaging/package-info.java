/** Workflows that take events from brokers and send them there. */
package dev.cairn.messaging;
