/** The rules of gRPC that a build applies to constants, and a running application to results of expressions. */
package dev.cairn.value.grpc;
