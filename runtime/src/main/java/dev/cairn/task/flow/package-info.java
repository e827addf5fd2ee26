/** What all kinds of tasks share: their beginning and end, jumps, deadlines, the clock; and the end of the workflow. */
package dev.cairn.task.flow;
