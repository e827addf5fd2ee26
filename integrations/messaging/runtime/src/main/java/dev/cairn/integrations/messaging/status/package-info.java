/** The state of channels, for health checks, metrics and logs. */
package dev.cairn.integrations.messaging.status;
