/**
 * The HTTP interface of workflows: endpoints that start them, and one that shows instances. The resource classes are generated
 * while the application is built and call this package.
 */
package dev.cairn.http;
