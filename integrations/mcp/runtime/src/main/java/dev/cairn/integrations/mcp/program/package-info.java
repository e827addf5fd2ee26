/** MCP servers that are programs of the machine. */
package dev.cairn.integrations.mcp.program;
