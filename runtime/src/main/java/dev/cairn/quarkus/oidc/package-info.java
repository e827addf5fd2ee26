/** Tokens of authorization servers, by Quarkus' OIDC client. Only in applications that have that extension. */
package dev.cairn.quarkus.oidc;
