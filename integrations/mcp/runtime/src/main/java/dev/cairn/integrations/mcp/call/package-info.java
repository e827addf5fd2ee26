/** MCP calls: arguments, limits and errors. */
package dev.cairn.integrations.mcp.call;
