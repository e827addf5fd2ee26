/** Connections to gRPC servers. */
package dev.cairn.integrations.grpc.channel;
