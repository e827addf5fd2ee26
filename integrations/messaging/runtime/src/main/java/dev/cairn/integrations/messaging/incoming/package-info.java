/** Receives the messages of channels and publishes them as events. */
package dev.cairn.integrations.messaging.incoming;
