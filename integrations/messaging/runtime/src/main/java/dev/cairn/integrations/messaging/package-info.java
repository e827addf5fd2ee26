/** Connects events of workflows with channels of Quarkus Messaging. */
package dev.cairn.integrations.messaging;
