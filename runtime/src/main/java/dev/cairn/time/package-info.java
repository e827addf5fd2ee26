/**
 * Everything that differs from run to run: the clock, timers, chance, ids. No other room touches any of them, so that tests can
 * hold them in their hands.
 */
package dev.cairn.time;
