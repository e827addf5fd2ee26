/**
 * Graphs of definitions, laid out while the application is built: a page that shows one draws rectangles and lines and computes nothing.
 */
package dev.cairn.deployment.graph;
