/** The configuration of Cairn. */
package dev.cairn.quarkus.config;
