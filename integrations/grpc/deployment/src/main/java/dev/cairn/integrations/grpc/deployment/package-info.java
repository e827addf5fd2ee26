/** Compiles proto files, and checks gRPC calls against them. */
package dev.cairn.integrations.grpc.deployment;
