/**
 * JSON values as expressions and the engine see them: one canonical form, their order, arithmetic and text.
 *
 * <p>Values are treated as immutable everywhere: they are shared between instances and never changed in place.
 */
package dev.cairn.value;
