/**
 * What the application does for the Dev UI of Quarkus and its MCP server. Only in dev mode.
 */
package dev.cairn.devui;
