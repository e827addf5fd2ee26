/** Requests of the management API and their answers. */
package dev.cairn.management.request;
