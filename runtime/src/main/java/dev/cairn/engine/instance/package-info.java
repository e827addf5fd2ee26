/** One instance: its memory, start, commands and deliveries. */
package dev.cairn.engine.instance;
