/**
 * Build items that the build steps of the extension, one processor per concern, pass to one another, and helpers for the
 * extensions of stores.
 */
package dev.cairn.deployment;
