/**
 * The pure core: a state and an event give a new state, and the next wanted effects. No IO, no clock, no random, no thread. It
 * runs operations in a loop, never by recursion.
 */
package dev.cairn.executor;
