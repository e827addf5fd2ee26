/**
 * What the build steps of the extension, one processor per concern, hand to one another, and what the extensions of stores use.
 */
package dev.cairn.deployment;
