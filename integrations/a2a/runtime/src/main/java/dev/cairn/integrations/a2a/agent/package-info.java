/** Requests to agents by HTTP. */
package dev.cairn.integrations.a2a.agent;
