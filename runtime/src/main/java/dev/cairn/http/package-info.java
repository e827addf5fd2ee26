/**
 * The HTTP interface of workflows: endpoints that start instances, and an endpoint that shows them. The build generates the
 * resource classes, which call this package.
 */
package dev.cairn.http;
