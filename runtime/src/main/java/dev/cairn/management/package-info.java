/**
 * The management API: HTTP for people and tools that watch and operate instances. It stands under the non-application root of
 * Quarkus, so that it moves to the management interface with it.
 */
package dev.cairn.management;
