/**
 * Finds the definitions of an application: files, and classes that define a workflow in Java.
 */
package dev.cairn.deployment.definition;
