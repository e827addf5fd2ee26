/** Circuit breakers and bulkheads of HTTP calls, for applications with SmallRye Fault Tolerance that configure them. */
package dev.cairn.quarkus.faulttolerance;
