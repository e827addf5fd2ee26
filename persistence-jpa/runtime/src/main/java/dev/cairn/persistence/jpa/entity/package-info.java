/**
 * The tables of the store as entities, for queries of the application. Only the store writes them.
 */
package dev.cairn.persistence.jpa.entity;
