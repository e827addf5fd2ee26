/** Performs gRPC calls. */
package dev.cairn.integrations.grpc.call;
