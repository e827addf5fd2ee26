/** Audit and fault log of commands and instances. */
package dev.cairn.engine.audit;
