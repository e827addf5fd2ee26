/** Performs AsyncAPI calls by channels. */
package dev.cairn.integrations.messaging.asyncapi;
