/** Runs commands and scripts of the machine for {@code run}, if the application is allowed to. */
package dev.cairn.runtime.command;
