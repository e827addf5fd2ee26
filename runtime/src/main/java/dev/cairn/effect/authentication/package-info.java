/** Credentials of calls. */
package dev.cairn.effect.authentication;
