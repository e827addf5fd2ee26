/** Links the programs while the application is initialised. */
package dev.cairn.quarkus.link;
