/** Reads OpenAPI documents: the parts that calls of definitions need. Compiles such calls to HTTP requests. Plain Java. */
package dev.cairn.compiler.openapi;
