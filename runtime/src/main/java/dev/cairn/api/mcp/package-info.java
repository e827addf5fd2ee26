/** Workflows as tools of an MCP server. */
package dev.cairn.api.mcp;
