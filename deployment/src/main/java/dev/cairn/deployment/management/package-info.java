/** Adds the management API to the application, and fails the build if its configuration does not decide who may use it. */
package dev.cairn.deployment.management;
