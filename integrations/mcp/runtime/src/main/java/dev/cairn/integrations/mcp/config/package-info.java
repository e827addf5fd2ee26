/** Settings of MCP calls. */
package dev.cairn.integrations.mcp.config;
