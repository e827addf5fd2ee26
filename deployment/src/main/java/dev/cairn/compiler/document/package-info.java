/** Trees of documents that calls refer to, such as AsyncAPI and OpenAPI documents, with their references. Plain Java. */
package dev.cairn.compiler.document;
