/** The parts of AsyncAPI documents that definitions use. */
package dev.cairn.definition.asyncapi;
