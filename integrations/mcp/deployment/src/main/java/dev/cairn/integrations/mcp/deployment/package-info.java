/** Build steps of the MCP integration. */
package dev.cairn.integrations.mcp.deployment;
