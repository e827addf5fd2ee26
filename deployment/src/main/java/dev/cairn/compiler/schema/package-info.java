/** The JSON Schema of definitions, for editors. */
package dev.cairn.compiler.schema;
