/**
 * What the crash tests of all stores have in common: the scenarios, and how the packaged application is started.
 */
package dev.cairn.crash.harness;
