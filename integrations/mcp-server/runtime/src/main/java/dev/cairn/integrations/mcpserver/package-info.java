/** Offers workflows as tools of an MCP server. */
package dev.cairn.integrations.mcpserver;
