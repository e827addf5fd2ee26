/** An application that calls a gRPC server, to be killed. */
package dev.cairn.grpc;
