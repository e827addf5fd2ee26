/** Decides which calls input can lead to another host, so that they are admitted when they are made. */
package dev.cairn.compiler.outbound;
