package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.TestPrograms;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.TableCase;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.codec.AesGcmCodec;
import dev.cairn.journal.codec.DeflateCodec;
import dev.cairn.journal.codec.Lz4Codec;

/** Journals that releases have written are read and replayed by this one, to the same result. */
class GoldenJournalsTest {

    private static final int BUDGET = 1_000_000;
    private static final String ADVICE = "a kind of entry that no golden journal has: add a row to a table in"
            + " src/test/resources/executor, and record the release as the page for contributors says";

    @Test
    @EnabledIfSystemProperty(named = GoldenJournals.RECORD, matches = ".+", disabledReason = "Only to record a release")
    void record() throws IOException {
        GoldenJournals.record(System.getProperty(GoldenJournals.RECORD));
    }

    @TestFactory
    Stream<DynamicTest> everyReleaseIsRead() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path release : GoldenJournals.releases()) {
            for (JsonNode golden : GoldenJournals.read(release)) {
                tests.add(DynamicTest.dynamicTest(golden.get("file").textValue() + ": " + golden.get("name").textValue(),
                        () -> replay(golden)));
            }
        }
        assertThat(tests).hasSizeGreaterThan(60);
        return tests.stream();
    }

    @Test
    void everyKindAndFormIsRecorded() {
        Set<String> kinds = new HashSet<>();
        Set<Integer> forms = new HashSet<>();
        Set<String> codecs = new HashSet<>();
        for (JsonNode golden : GoldenJournals.read(newest())) {
            for (JsonNode entry : golden.get("journal")) {
                kinds.add(entry.get("entry").get("kind").textValue());
                forms.add(bytes(entry)[0] & 0xFF);
                codecs.addAll(codecs(bytes(entry)));
            }
        }
        assertThat(kinds).as(ADVICE).containsAll(kindsOf(JournalEvent.class));
        assertThat(forms).as("plain, referring to earlier entries, sealed").containsExactlyInAnyOrder(1, 2, 0xC0);
        assertThat(codecs).containsExactlyInAnyOrder(DeflateCodec.ID, Lz4Codec.ID, AesGcmCodec.ID);
    }

    /** The codecs that an entry went through, as it names them. */
    private static List<String> codecs(byte[] entry) {
        List<String> codecs = new ArrayList<>();
        int at = 2;
        for (int left = (entry[0] & 0xFF) == 0xC0 ? entry[1] : 0; left > 0; left--) {
            codecs.add(new String(entry, at + 1, entry[at], StandardCharsets.US_ASCII));
            at += 1 + entry[at];
        }
        return codecs;
    }

    private static void replay(JsonNode golden) {
        List<byte[]> stored = new ArrayList<>();
        golden.get("journal").forEach(entry -> stored.add(bytes(entry)));
        JournalDecoder reader = new JournalDecoder(GoldenJournals.READING, TableCase.INSTANCE, stored);
        for (int position = 0; position < stored.size(); position++) {
            JsonNode recorded = golden.get("journal").get(position).get("entry");
            ObjectNode read = GoldenJournals.describe(reader.read(position));
            // A release may read further fields from an entry. The fields that an earlier release read must have the same values.
            read.retain(List.copyOf(((ObjectNode) recorded).properties().stream().map(Map.Entry::getKey).toList()));
            assertThat(read).as("entry %d", position).isEqualTo(recorded);
        }
        InstanceReplay replay = InstanceReplay.of(TableCase.INSTANCE,
                TestPrograms.linked((ObjectNode) golden.get("definition")),
                new JournalDecoder(GoldenJournals.READING, TableCase.INSTANCE, stored), BUDGET);
        assertThat(TableCase.describe(replay.result())).isEqualTo(golden.get("ends"));
    }

    private static Path newest() {
        List<Path> releases = GoldenJournals.releases();
        return releases.get(releases.size() - 1);
    }

    private static byte[] bytes(JsonNode entry) {
        return Base64.getDecoder().decode(entry.get("bytes").textValue());
    }

    private static Set<String> kindsOf(Class<?> type) {
        Set<String> kinds = new HashSet<>();
        for (Class<?> kind : type.getPermittedSubclasses()) {
            if (kind.isInterface()) {
                kinds.addAll(kindsOf(kind));
            } else {
                kinds.add(kind.getSimpleName());
            }
        }
        return kinds;
    }
}
