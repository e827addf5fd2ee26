/** Permissions and identities of callers. */
package dev.cairn.management.access;
