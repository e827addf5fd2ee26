/** Reads AsyncAPI documents: the parts that calls of definitions need. Plain Java. */
package dev.cairn.compiler.asyncapi;
