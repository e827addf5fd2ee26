/**
 * The contract that every store passes, and a crash harness.
 */
package dev.cairn.testkit;
