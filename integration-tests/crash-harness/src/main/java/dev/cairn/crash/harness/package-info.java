/**
 * Common parts of the crash tests: the scenarios of all stores, the start of the packaged application, and the calls during which it is
 * killed.
 */
package dev.cairn.crash.harness;
