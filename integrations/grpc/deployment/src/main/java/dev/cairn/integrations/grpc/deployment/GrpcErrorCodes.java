package dev.cairn.integrations.grpc.deployment;

/** The codes of errors that the build finds in gRPC calls. */
final class GrpcErrorCodes {

    /** A proto file cannot be compiled. */
    static final String PROTO = "CAIRN-0240";

    /** A service or method is not in the proto file. */
    static final String UNKNOWN_METHOD = "CAIRN-0241";

    /** Constant arguments do not fit the request message. */
    static final String ARGUMENTS = "CAIRN-0242";

    /** The build has no compiler for proto files. */
    static final String PROTOC = "CAIRN-0244";

    private GrpcErrorCodes() {}
}
