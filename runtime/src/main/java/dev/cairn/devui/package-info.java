/**
 * Answers the Dev UI of Quarkus and its MCP server, in dev mode only.
 */
package dev.cairn.devui;
