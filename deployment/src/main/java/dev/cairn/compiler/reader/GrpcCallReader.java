package dev.cairn.compiler.reader;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.cairn.compiler.reader.ExternalResourceLoader.ResourceFile;
import dev.cairn.definition.Authentication;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.GrpcMethodReference;
import dev.cairn.definition.CallTarget.GrpcServer;
import dev.cairn.definition.CallTarget.NamedElement;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.value.grpc.CallHeaderName;
import dev.cairn.value.grpc.ServerHostName;

/**
 * Reads {@code call: grpc}, and {@code cairn.grpc} in the metadata of its task. Gives null for what it reported as wrong. The
 * integration reads the proto file.
 */
final class GrpcCallReader {

    private static final String CAIRN = "cairn";
    private static final String GRPC = "grpc";
    private static final int MAX_PORT = 65_535;

    private GrpcCallReader() {}

    /** @param metadata metadata of the task, or null */
    static CallTarget read(SourceElement with, SourceElement metadata, SourceLocation location, ComponentReader reusables) {
        GrpcSettings settings = settings(metadata);
        try (ElementFieldReader fields = ElementFieldReader.of(with)) {
            NamedElement proto = proto(fields.required("proto"));
            ServiceReference service = service(fields.required("service"), settings, reusables);
            NamedElement method = name(fields.required("method"));
            SourceElement argumentElement = fields.optional("arguments");
            ValueTemplate arguments = arguments(argumentElement);
            if (proto == null || service == null || method == null || argumentElement != null && arguments == null) {
                return null;
            }
            checkCredentials(settings.headerElement(), service.server());
            return new CallTarget.Grpc(new GrpcMethodReference(proto, service.name(), method), service.server(), arguments,
                    settings.headers(), location);
        }
    }

    /** A message, or a list of messages for a method that takes a stream of them: the proto file says which. */
    private static ValueTemplate arguments(SourceElement element) {
        return element == null || element.isWrappedExpression() || element.isArray() ? ValueReader.value(element)
                : ValueReader.object(element);
    }

    private static NamedElement proto(SourceElement element) {
        ResourceFile file = element == null || isRemote(element) ? null : ExternalResourceLoader.file(element);
        if (file != null && !file.path().endsWith(".proto")) {
            file.place().problem(ReaderErrorCodes.RESOURCE, "A proto file has the extension .proto", "Rename it.");
            return null;
        }
        return file == null ? null : new NamedElement(file.path(), file.place().location());
    }

    /** Reports a proto file at a URL. Its imports have no place then, and no copy of it may be fetched. */
    private static boolean isRemote(SourceElement proto) {
        SourceElement endpoint = proto.at("endpoint");
        SourceElement place = endpoint.isObject() ? endpoint.at("uri") : endpoint;
        String uri = place.value().textValue();
        ResourceAddress address = uri == null ? null : ResourceAddress.of(place.location().file(), uri);
        if (address == null || !address.remote()) {
            return false;
        }
        place.problem(ReaderErrorCodes.RESOURCE, "A proto file cannot come from " + SourceElement.quoted(uri),
                "Put it and its imports on the class path, and name it such as classpath:proto/stock.proto.");
        return true;
    }

    private static NamedElement name(SourceElement element) {
        String text = element == null ? null : element.text();
        if (text != null && element.isWrappedExpression()) {
            element.problem(ReaderErrorCodes.INVALID_VALUE,
                    "The call is checked while the application is built, so " + SourceElement.quoted(element.key())
                            + " cannot be computed",
                    "Write the name itself; \"switch\" chooses between calls.");
            return null;
        }
        return text == null ? null : new NamedElement(text, element.location());
    }

    private static ServiceReference service(SourceElement element, GrpcSettings settings, ComponentReader reusables) {
        if (element == null) {
            return null;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            NamedElement name = name(fields.required("name"));
            SourceElement hostElement = settings.client() == null ? fields.required("host") : fields.optional("host");
            SourceElement portElement = fields.optional("port");
            ValueTemplate host = host(hostElement);
            ValueTemplate port = port(portElement);
            SourceElement authenticationElement = fields.optional("authentication");
            Authentication authentication = authenticationElement == null ? null
                    : authentication(authenticationElement, reusables);
            if (settings.client() != null) {
                ignored(hostElement, settings.client());
                ignored(portElement, settings.client());
                return name == null ? null
                        : new ServiceReference(name,
                                new GrpcServer(null, null, settings.client(), false, authentication));
            }
            boolean good = name != null && host != null && (portElement == null || port != null);
            return good ? new ServiceReference(name, new GrpcServer(host, port, null, settings.tls(), authentication)) : null;
        }
    }

    private static Authentication authentication(SourceElement element, ComponentReader reusables) {
        Authentication authentication = reusables.authentication(element);
        if (authentication instanceof Authentication.Digest) {
            element.notSupported("The authentication \"digest\" of a gRPC call", "Servers take tokens, or \"basic\".");
            return null;
        }
        return authentication;
    }

    /** The schema of the DSL requires a host, so a host with the name of the client is no mistake. */
    private static void ignored(SourceElement element, String client) {
        if (element != null && !client.equals(element.value().textValue())) {
            element.warning(ReaderErrorCodes.NO_EFFECT, SourceElement.quoted(element.key())
                    + " has no effect: the client " + SourceElement.quoted(client) + " says where the server is",
                    "Remove it; other tools may want \"host: " + client + "\".");
        }
    }

    private static ValueTemplate host(SourceElement element) {
        ValueTemplate host = ValueReader.text(element);
        if (host == null || element.isWrappedExpression()) {
            return host;
        }
        String text = element.value().textValue();
        if (ServerHostName.hasPort(text)) {
            element.problem(ReaderErrorCodes.INVALID_VALUE, "\"host\" has no port",
                    "Write the port as \"port\", beside \"host\".");
            return null;
        }
        String plain = ServerHostName.plain(text);
        if (plain == null) {
            element.problem(ReaderErrorCodes.INVALID_VALUE, "\"host\" is a name or an address, without scheme and path",
                    "Write it such as greeter.example.com, and the port as \"port\".");
            return null;
        }
        if (!ServerHostName.isConnectable(plain)) {
            element.problem(ReaderErrorCodes.INVALID_VALUE, "gRPC finds no host of the form " + SourceElement.quoted(text),
                    "Use a name of letters, digits, hyphens and dots, or an address.");
            return null;
        }
        return host;
    }

    private static ValueTemplate port(SourceElement element) {
        if (element == null || element.isWrappedExpression()) {
            return ValueReader.value(element);
        }
        Integer port = element.integer();
        if (port != null && (port < 1 || port > MAX_PORT)) {
            element.problem(ReaderErrorCodes.INVALID_VALUE, "\"port\" is from 1 to " + MAX_PORT,
                    "Write the port of the server.");
            return null;
        }
        return port == null ? null : ValueReader.value(element);
    }

    private static GrpcSettings settings(SourceElement metadata) {
        if (metadata == null || !metadata.value().path(CAIRN).has(GRPC)) {
            return new GrpcSettings(null, false, null, null);
        }
        try (ElementFieldReader fields = ElementFieldReader.of(metadata.at(CAIRN).at(GRPC))) {
            NamedElement client = name(fields.optional("client"));
            SourceElement tls = fields.optional("tls");
            Boolean encrypted = tls == null ? Boolean.FALSE : tls.bool();
            SourceElement headers = fields.optional("headers");
            return new GrpcSettings(client == null ? null : client.name(), Boolean.TRUE.equals(encrypted), headers(headers),
                    headers);
        }
    }

    private static ValueTemplate headers(SourceElement element) {
        ValueTemplate headers = ValueReader.scalars(element);
        Set<String> given = new HashSet<>();
        for (String name : names(element)) {
            String canonical = CallHeaderName.canonical(name);
            if (!CallHeaderName.isAllowed(canonical)) {
                element.at(name).problem(ReaderErrorCodes.INVALID_VALUE,
                        "A gRPC call cannot set the header " + SourceElement.quoted(name),
                        "Choose a name of letters, digits, \"-\", \"_\" and \".\" that gRPC and HTTP/2 do not use.");
            } else if (!given.add(canonical)) {
                element.at(name).problem(ReaderErrorCodes.INVALID_VALUE,
                        "The header " + SourceElement.quoted(canonical) + " is given twice",
                        "Keep one of them; upper and lower case make no difference.");
            }
        }
        return headers;
    }

    /** The server could not tell which of two credentials is meant. */
    private static void checkCredentials(SourceElement headers, GrpcServer server) {
        if (server != null && server.authentication() != null) {
            names(headers).stream().filter(name -> name.equalsIgnoreCase(CallHeaderName.AUTHORIZATION))
                    .forEach(name -> headers.at(name).problem(ReaderErrorCodes.INVALID_VALUE,
                            "The header \"authorization\" is given, and so is \"authentication\" of the service",
                            "Keep one of them."));
        }
    }

    private static List<String> names(SourceElement headers) {
        List<String> names = new ArrayList<>();
        if (headers != null) {
            headers.value().fieldNames().forEachRemaining(names::add);
        }
        return names;
    }

    private record ServiceReference(NamedElement name, GrpcServer server) {}

    private record GrpcSettings(String client, boolean tls, ValueTemplate headers, SourceElement headerElement) {}
}
