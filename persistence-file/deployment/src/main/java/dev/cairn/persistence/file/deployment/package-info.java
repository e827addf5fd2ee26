/**
 * Build steps of the store.
 */
package dev.cairn.persistence.file.deployment;
