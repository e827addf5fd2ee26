/** Common parts of the crash tests of all stores: the scenarios, and the start of the packaged application. */
package dev.cairn.crash.harness;
