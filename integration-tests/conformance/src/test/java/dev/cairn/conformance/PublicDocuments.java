package dev.cairn.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

import dev.cairn.compiler.reader.ApplicationResources;
import dev.cairn.compiler.reader.UnavailableResourceException;

/** Stands in for the documents that definitions of the suites refer to by URL: a build has copies of them. */
final class PublicDocuments implements ApplicationResources {

    @Override
    public Optional<byte[]> find(String path) {
        try (InputStream content = PublicDocuments.class.getClassLoader().getResourceAsStream(path)) {
            return content == null ? Optional.empty() : Optional.of(content.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public byte[] fetch(String url, String referrer) throws UnavailableResourceException {
        return find("remote" + url.substring(url.lastIndexOf('/')))
                .orElseThrow(() -> new UnavailableResourceException("CAIRN-0142", "No stand-in for " + url, "Add one"));
    }
}
