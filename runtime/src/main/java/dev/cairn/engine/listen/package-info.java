/** Instances that only listen, as they see themselves: when they may leave the memory, and how events find them then. */
package dev.cairn.engine.listen;
