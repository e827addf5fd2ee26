/** An application that calls MCP servers. */
package dev.cairn.mcp;
