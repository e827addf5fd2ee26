/** Operations of OpenAPI documents, as calls use them. */
package dev.cairn.definition.openapi;
