/** Messages of the Model Context Protocol. */
package dev.cairn.integrations.mcp.protocol;
