/** Events that are kept until an instance listens for them. */
package dev.cairn.engine.event.kept;
