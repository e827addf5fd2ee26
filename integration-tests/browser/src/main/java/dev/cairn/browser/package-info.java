/**
 * A real browser for tests.
 */
package dev.cairn.browser;
