/** Sessions with MCP servers that are called by HTTP. */
package dev.cairn.integrations.mcp.session;
