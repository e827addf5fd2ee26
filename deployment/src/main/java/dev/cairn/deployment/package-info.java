/**
 * Build steps of the extension, one processor per concern.
 */
package dev.cairn.deployment;
