/** An application whose agent is a workflow. */
package dev.cairn.agents;
