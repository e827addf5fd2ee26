/** Starts instances, and lets starts beyond a limit wait. */
package dev.cairn.engine.start;
