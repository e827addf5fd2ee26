/** Build steps of the A2A integration. */
package dev.cairn.integrations.a2a.deployment;
