/**
 * An application whose console is used in a browser. It consists of workflows.
 */
package dev.cairn.console;
