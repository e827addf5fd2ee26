/** Handlers that all kinds of tasks share: begin and end, jumps, deadlines, the clock; and the end of the workflow. */
package dev.cairn.task.flow;
