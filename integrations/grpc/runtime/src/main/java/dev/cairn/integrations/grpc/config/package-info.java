/** Settings of gRPC calls. */
package dev.cairn.integrations.grpc.config;
