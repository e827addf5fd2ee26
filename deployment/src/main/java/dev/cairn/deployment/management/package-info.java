/** Puts the management API into the application, and refuses one that nobody has decided about. */
package dev.cairn.deployment.management;
