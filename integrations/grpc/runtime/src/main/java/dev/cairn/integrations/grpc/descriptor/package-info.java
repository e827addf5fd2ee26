/** Methods of gRPC services, as the build has compiled them. */
package dev.cairn.integrations.grpc.descriptor;
