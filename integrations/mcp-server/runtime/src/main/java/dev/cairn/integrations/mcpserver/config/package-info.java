/** The configuration of the tools. */
package dev.cairn.integrations.mcpserver.config;
