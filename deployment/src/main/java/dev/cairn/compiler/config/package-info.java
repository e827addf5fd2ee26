/** The part of the application's configuration that expressions may read. */
package dev.cairn.compiler.config;
