/** Makes tools of workflows while the application is built. */
package dev.cairn.integrations.mcpserver.deployment;
