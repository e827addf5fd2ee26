/** Health checks of channels. */
package dev.cairn.integrations.messaging.health;
