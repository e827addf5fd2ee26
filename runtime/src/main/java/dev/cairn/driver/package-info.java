/**
 * The only room that does IO, in one order: take an event in, step the executor, append entries, wait until they are durable
 * where the contract says so, act, repeat.
 */
package dev.cairn.driver;
