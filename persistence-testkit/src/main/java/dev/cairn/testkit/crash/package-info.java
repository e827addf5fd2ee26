/**
 * Kills an application with SIGKILL again and again while it works, and finds out from outside whether it kept its word: a ledger
 * of all that was acknowledged and seen, and a checker that compares it with what the durability contract allows.
 *
 * <p>
 * A test builds a {@link dev.cairn.testkit.crash.CrashRun} over the packaged application and a list of
 * {@link dev.cairn.testkit.crash.Scenario}s, runs it, and expects {@link dev.cairn.testkit.crash.CrashChecker} to find nothing.
 */
package dev.cairn.testkit.crash;
