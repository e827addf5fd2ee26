/** An application that calls agents of the Agent2Agent protocol. */
package dev.cairn.a2a;
