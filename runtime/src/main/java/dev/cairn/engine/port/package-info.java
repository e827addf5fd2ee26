/** Ports that performers of effects and the glue implement. */
package dev.cairn.engine.port;
