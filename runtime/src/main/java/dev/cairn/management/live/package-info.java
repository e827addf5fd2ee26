/**
 * Live changes: one watcher of the engine, a bounded ring of recent changes, and any number of viewers that read it. All of it rests while
 * no client watches.
 */
package dev.cairn.management.live;
