/** The tools that agents call. */
package dev.cairn.integrations.mcpserver.tool;
