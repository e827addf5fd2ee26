package dev.cairn.persistence.file;

import java.nio.file.Path;

import dev.cairn.spi.StoreException;

/** The main class of another application that opens a directory: says {@code opened}, or why not. */
final class OpeningJvm {

    private OpeningJvm() {}

    public static void main(String[] args) {
        try (FileStore store = FileStore.open(Path.of(args[0]))) {
            System.out.println("opened");
        } catch (StoreException e) {
            System.out.println(e.getMessage());
        }
    }
}
