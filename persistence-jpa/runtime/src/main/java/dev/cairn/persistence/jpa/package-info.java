/**
 * Keeps instances in a relational database.
 */
package dev.cairn.persistence.jpa;
