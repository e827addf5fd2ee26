/** Makes events of messages. */
package dev.cairn.integrations.messaging.mapping;
