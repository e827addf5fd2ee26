/** Calls of the Model Context Protocol. */
package dev.cairn.compiler.mcp;
