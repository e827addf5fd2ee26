/**
 * What HTTP clients see of workflows: endpoints that start them, and one where instances can be looked at. The resource classes
 * are generated while the application is built and call in here.
 */
package dev.cairn.http;
