/** The terms of the Agent2Agent protocol: states of tasks, agent cards and errors. */
package dev.cairn.integrations.a2a.protocol;
