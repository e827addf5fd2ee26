/** Calls servers of the Model Context Protocol from workflows. */
package dev.cairn.integrations.mcp;
