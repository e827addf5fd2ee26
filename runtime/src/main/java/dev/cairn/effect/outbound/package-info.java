/** Decides which targets a call may reach. */
package dev.cairn.effect.outbound;
