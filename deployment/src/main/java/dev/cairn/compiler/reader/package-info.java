/**
 * Reads definitions written in YAML or JSON into the definition model, with the place of every part. Plain Java; used while an
 * application is built, never when it runs.
 */
package dev.cairn.compiler.reader;
