/**
 * The only package that does IO. Its steps have a fixed order: take an event in, step the executor, append entries, wait until
 * they are durable where the contract requires it, act, repeat.
 */
package dev.cairn.driver;
