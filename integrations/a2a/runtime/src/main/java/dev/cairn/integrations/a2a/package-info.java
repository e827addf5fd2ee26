/** Agents of the Agent2Agent protocol, called from workflows. */
package dev.cairn.integrations.a2a;
