/** The latest events of this node. */
package dev.cairn.engine.recent;
