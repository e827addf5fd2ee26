/**
 * The application that the crash tests kill and restart.
 */
package dev.cairn.crash;
