/** Settings of the engine. */
package dev.cairn.engine.option;
