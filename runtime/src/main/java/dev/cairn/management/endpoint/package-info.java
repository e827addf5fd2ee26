/** The endpoints of the management API. */
package dev.cairn.management.endpoint;
