package dev.cairn.deployment.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.management.console.ConsoleRecorder;
import dev.cairn.value.JsonCodec;

/**
 * The console as an application serves it: a page, and files whose paths have the version of all of them.
 *
 * @param version changes with any file
 * @param policy the {@code Content-Security-Policy}: nothing inline but the import map, nothing from other hosts
 * @param files by their names, the page included
 */
record ConsoleSite(String version, String policy, Map<String, byte[]> files) {

    /** Directory of the files of others. */
    static final String LIBRARIES = "lib/";

    private static final String EMPTY_MAP = "<script type=\"importmap\"></script>";
    private static final String HEAD_END = "</head>";
    /** Modules that every first view needs, beside those that they import. */
    private static final List<String> FIRST_MODULES = List.of("app.js", "pages/workflows-page.js");
    private static final int VERSION_CHARACTERS = 16;

    /** Makes the site of the files that {@link ConsoleSourceReader} has read. */
    static ConsoleSite of(Map<String, byte[]> sources) {
        String version = version(sources);
        String directory = ConsoleRecorder.ASSETS + "/" + version + "/";
        String imports = new String(JsonCodec.write(importMap("./" + directory + LIBRARIES)), StandardCharsets.UTF_8);
        Map<String, byte[]> files = new TreeMap<>(sources);
        String page = new String(sources.get(ConsoleRecorder.INDEX), StandardCharsets.UTF_8);
        if (!page.contains(EMPTY_MAP)) {
            throw new IllegalStateException("The page of the console has no place for the import map: " + EMPTY_MAP);
        }
        String preloaded = new ModuleImportGraph(sources).reachedFrom(FIRST_MODULES).stream()
                .map(module -> "<link rel=\"modulepreload\" href=\"" + directory + module + "\">\n")
                .collect(Collectors.joining());
        files.put(ConsoleRecorder.INDEX, page
                .replaceAll("(href|src)=\"([\\w-]+\\.(?:css|js|svg))\"", "$1=\"" + directory + "$2\"")
                .replace(EMPTY_MAP, EMPTY_MAP.replace("><", ">" + imports + "<"))
                .replace(HEAD_END, preloaded + HEAD_END).getBytes(StandardCharsets.UTF_8));
        return new ConsoleSite(version, policy(imports), files);
    }

    /** Names of the files but for the page. */
    Set<String> assets() {
        return files.keySet().stream().filter(name -> !name.equals(ConsoleRecorder.INDEX)).collect(Collectors.toSet());
    }

    /** The files compressed with gzip. */
    Map<String, byte[]> compressed() {
        Map<String, byte[]> compressed = new TreeMap<>();
        files.forEach((name, content) -> compressed.put(name, compress(content)));
        return compressed;
    }

    private static ObjectNode importMap(String libraries) {
        ObjectNode map = JsonNodeFactory.instance.objectNode();
        ObjectNode imports = map.putObject("imports");
        ModuleImportGraph.PACKAGES.forEach((name, main) -> {
            String directory = libraries + name.substring(name.indexOf('/') + 1) + "/";
            imports.put(name, directory + main).put(name + "/", directory);
        });
        return map;
    }

    private static String policy(String imports) {
        String hash = Base64.getEncoder().encodeToString(digest().digest(imports.getBytes(StandardCharsets.UTF_8)));
        return "default-src 'none'; script-src 'self' 'sha256-" + hash
                + "'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                + "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    private static String version(Map<String, byte[]> sources) {
        MessageDigest digest = digest();
        new TreeMap<>(sources).forEach((name, content) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(digest().digest(content));
        });
        return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_CHARACTERS);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has it", e);
        }
    }

    private static byte[] compress(byte[] content) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }
}
