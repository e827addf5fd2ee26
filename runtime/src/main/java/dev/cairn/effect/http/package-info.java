/** Performs HTTP calls. */
package dev.cairn.effect.http;
