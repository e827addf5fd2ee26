package dev.cairn.integrations.grpc.call;

import java.util.concurrent.Executor;

import io.grpc.CallCredentials;
import io.grpc.Metadata;

/** Credentials of a call: the {@code authorization} header. Its value is known when the call starts, and never stored. */
final class AuthorizationCredentials extends CallCredentials {

    private static final Metadata.Key<String> AUTHORIZATION = Metadata.Key.of("authorization",
            Metadata.ASCII_STRING_MARSHALLER);

    private final String value;

    AuthorizationCredentials(String value) {
        this.value = value;
    }

    @Override
    public void applyRequestMetadata(RequestInfo request, Executor executor, MetadataApplier applier) {
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, value);
        applier.apply(headers);
    }
}
