/** Calls gRPC services from workflows. */
package dev.cairn.integrations.grpc;
