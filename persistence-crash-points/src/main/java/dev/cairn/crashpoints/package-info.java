/**
 * Runs workflows over a store and crashes the engine at each call it makes of it: before the call, and after it with the reply lost.
 */
package dev.cairn.crashpoints;
