/**
 * Live changes: one watcher of the engine, a bounded ring of recent changes, and any number of viewers that read it. Nothing of it is at
 * work while nobody watches.
 */
package dev.cairn.management.live;
