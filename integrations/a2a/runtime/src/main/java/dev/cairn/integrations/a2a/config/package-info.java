/** Settings of A2A calls. */
package dev.cairn.integrations.a2a.config;
