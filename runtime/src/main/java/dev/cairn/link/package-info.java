/** Turns programs, which are data, into handlers. Done once, when the application starts. */
package dev.cairn.link;
