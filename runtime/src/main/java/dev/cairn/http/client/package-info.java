/**
 * Makes HTTP calls for instances, without a thread that waits. Needs Vert.x alone: no Quarkus, no CDI.
 */
package dev.cairn.http.client;
