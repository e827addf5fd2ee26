/** Rates of starts and ends. */
package dev.cairn.engine.rate;
