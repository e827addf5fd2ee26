/** Sends events of workflows to channels. */
package dev.cairn.integrations.messaging.outgoing;
