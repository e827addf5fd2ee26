/** Build steps of messaging. */
package dev.cairn.integrations.messaging.deployment;
