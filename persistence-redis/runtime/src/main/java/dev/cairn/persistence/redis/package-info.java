/**
 * Keeps instances in Redis or Valkey.
 */
package dev.cairn.persistence.redis;
