/** Settings of channels. */
package dev.cairn.integrations.messaging.config;
