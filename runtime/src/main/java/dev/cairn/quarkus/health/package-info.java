/** Health checks. */
package dev.cairn.quarkus.health;
