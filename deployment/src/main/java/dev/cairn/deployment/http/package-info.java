/**
 * Generates the Quarkus REST resources through which HTTP starts workflows, and describes them in the OpenAPI document.
 */
package dev.cairn.deployment.http;
