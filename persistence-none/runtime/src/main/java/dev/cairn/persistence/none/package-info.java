/**
 * Keeps nothing: instances live as long as the application.
 */
package dev.cairn.persistence.none;
