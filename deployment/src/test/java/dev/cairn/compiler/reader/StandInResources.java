package dev.cairn.compiler.reader;

import java.util.Optional;

import dev.cairn.compiler.TestPrograms;

/** Resources of the tests, with files that stand in for the documents that the examples of the specification refer to by URL. */
final class StandInResources implements ApplicationResources {

    @Override
    public Optional<byte[]> find(String path) {
        return TestPrograms.resource(path);
    }

    @Override
    public byte[] fetch(String url, String referrer) throws UnavailableResourceException {
        return find("remote" + url.substring(url.lastIndexOf('/')))
                .orElseThrow(
                        () -> new UnavailableResourceException(ReaderErrorCodes.RESOURCE, "No stand-in for " + url, "Add one"));
    }
}
