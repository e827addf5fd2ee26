/** Documents that definitions refer to by URL: fetched while the application is built, and kept with its sources. */
package dev.cairn.deployment.document;
