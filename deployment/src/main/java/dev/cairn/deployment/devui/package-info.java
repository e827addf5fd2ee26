/**
 * Puts workflows into the Dev UI of Quarkus. Only in dev mode on a developer's machine.
 */
package dev.cairn.deployment.devui;
