/**
 * The pure heart: a state and what happened give a new state, and what is wanted next. No IO, no clock, no random, no thread. It
 * runs operations in a loop, never by recursion.
 */
package dev.cairn.executor;
