/** Performs the calls that integrations make. */
package dev.cairn.effect.integration;
