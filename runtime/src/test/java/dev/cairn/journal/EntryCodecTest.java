package dev.cairn.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.TraceContext;
import dev.cairn.value.JsonPayload;

class EntryCodecTest {

    private static final WorkflowError ERROR = new WorkflowError("https://example.com/errors/é", 503, "Títle", null, "/do/0/x");

    private static final TraceContext MARK = new TraceContext("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331",
            "00f067aa0ba902b7", 1, null);

    static List<JournalEvent> happenings() {
        return List.of(
                new JournalEvent.Started("shop:orders", "1.2.3", 0x8123456789ABCDEFL, 1_700_000_000_000L,
                        json("{\"a\":[1,2.5,\"ü\"]}")),
                new JournalEvent.Started("shop:orders", "1.2.3", 1, 2, json("1"), false),
                new JournalEvent.Completed("/do/0/x@3.1", json("null")),
                new JournalEvent.Failed("/do/0/x", ERROR),
                new JournalEvent.Failed("/do/0/x", ERROR, json("{\"status\":503,\"headers\":{},\"body\":null}")),
                new JournalEvent.Scheduled("/do/0/x", Long.MAX_VALUE),
                new JournalEvent.Fired("/do/0/x"),
                new JournalEvent.ClockRead("/do/0/x#value", 0),
                new JournalEvent.Received("/do/0/x@3", 2, json("{\"id\":\"1\",\"data\":[1]}")),
                new JournalEvent.TimedOut("/do/0/x", 7),
                new JournalEvent.Ended(InstanceStatus.COMPLETED, json("{\"big\":123456789012345678901234567890}"), null),
                new JournalEvent.Ended(InstanceStatus.FAULTED, null, ERROR),
                new JournalEvent.Suspended(),
                new JournalEvent.Resumed(),
                new JournalEvent.Cancelling(),
                new JournalEvent.Retried(86_400_000),
                new JournalEvent.Forked("01J8", "/do/0/x", 3, json("[1]"), 5),
                new JournalEvent.TaskDone("/do/0/x", 2, json("{\"a\":1}"), null),
                new JournalEvent.TaskDone("/do/0/x", 1, null, ERROR));
    }

    @ParameterizedTest
    @MethodSource("happenings")
    void whatIsEncodedIsDecoded(JournalEvent happening) {
        JournalEntry entry = new JournalEntry(1_700_000_000_123L, happening);
        assertThat(decode(EntryCodec.encode(entry).bytes())).isEqualTo(entry);
    }

    @ParameterizedTest
    @MethodSource("happenings")
    void whoAskedForItIsDecodedAsWell(JournalEvent happening) {
        for (CommandOrigin origin : List.of(new CommandOrigin("alice", "Because ü"), CommandOrigin.of("bob"),
                new CommandOrigin(null, null))) {
            JournalEntry entry = new JournalEntry(1_700_000_000_123L, happening, origin);
            byte[] bytes = EntryCodec.encode(entry).bytes();
            assertThat(bytes[0]).isEqualTo((byte) EntryCodec.ANNOTATED);
            assertThat(decode(bytes)).isEqualTo(entry);
        }
    }

    @ParameterizedTest
    @MethodSource("happenings")
    void thePlaceInATraceIsDecodedAsWell(JournalEvent happening) {
        for (TraceContext mark : List.of(
                new TraceContext("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", "00f067aa0ba902b7", 1, "a=b"),
                new TraceContext("80f7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", null, 1, "v=1"),
                new TraceContext("00000000000000010000000000000000", null, "00f067aa0ba902b7", 0, null))) {
            for (CommandOrigin origin : Arrays.asList(null, CommandOrigin.of("bob"))) {
                JournalEntry entry = new JournalEntry(1_700_000_000_123L, happening, origin, mark);
                byte[] bytes = EntryCodec.encode(entry).bytes();
                assertThat(decode(bytes)).isEqualTo(entry);
                assertThat(EntryCodec.decodeTrace(bytes)).isEqualTo(mark);
            }
        }
        JournalEntry without = new JournalEntry(1_700_000_000_123L, happening, CommandOrigin.of("bob"));
        assertThat(EntryCodec.decodeTrace(EntryCodec.encode(without).bytes())).isNull();
        assertThat(EntryCodec.decodeTrace(EntryCodec.encode(new JournalEntry(5, happening)).bytes())).isNull();
    }

    @Test
    void anEntryThatNobodyAskedForIsWrittenAsEver() {
        assertThat(HexFormat.of().formatHex(EntryCodec.encode(new JournalEntry(5, new JournalEvent.Suspended())).bytes()))
                .startsWith("010905").hasSize(14);
        assertThat(HexFormat.of()
                .formatHex(EntryCodec.encode(new JournalEntry(5, new JournalEvent.Suspended(), CommandOrigin.of("a"))).bytes()))
                .startsWith("03090501026100").hasSize(22);
    }

    @Test
    void aFailureWithoutAnAnswerIsWrittenAsEver() {
        assertThat(EntryCodec.encode(new JournalEntry(5, new JournalEvent.Failed("/do/0/x", ERROR))).bytes())
                .startsWith(1, 3, 5).hasSize(63);
    }

    @ParameterizedTest
    @MethodSource("happenings")
    void aFlippedBitIsNoticedWhereSomebodyAsked(JournalEvent happening) {
        byte[] bytes = EntryCodec.encode(new JournalEntry(5, happening, new CommandOrigin("alice", "x"))).bytes();
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> decode(damaged)).as("bit %d", bit).isInstanceOf(DamagedEntryException.class);
        }
    }

    @Test
    void anEntryInATraceCanReferToEarlierOnes() {
        JournalEntry entry = new JournalEntry(5, new JournalEvent.Completed("/do/0/a", json("{\"n\":null}")), null, MARK);
        List<ValueReference> references = List.of(new ValueReference("/n", new ValueLocation(0, "/large")));
        List<ValueReference> read = new ArrayList<>();
        EntryCodec.decode(EntryCodec.encode(entry, references).bytes(), (skeleton, found) -> {
            read.addAll(found);
            return skeleton;
        });
        assertThat(read).isEqualTo(references);
    }

    @Test
    void everyKindOfHappeningIsInTheTable() {
        Set<Class<?>> tested = happenings().stream().map(Object::getClass).collect(Collectors.toSet());
        assertThat(tested).containsAll(kindsOf(JournalEvent.class));
    }

    @ParameterizedTest
    @MethodSource("happenings")
    void aFlippedBitIsNoticedWhereverItIs(JournalEvent happening) {
        byte[] bytes = EntryCodec.encode(new JournalEntry(5, happening)).bytes();
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> decode(damaged)).as("bit %d", bit).isInstanceOf(DamagedEntryException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("happenings")
    void anEntryThatIsCutOffIsNoticed(JournalEvent happening) {
        byte[] bytes = EntryCodec.encode(new JournalEntry(5, happening)).bytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> decode(cut)).isInstanceOf(DamagedEntryException.class);
        }
    }

    @Test
    void anyBytesAreReadOrRefused() {
        Random random = new Random(42);
        for (int i = 0; i < 100_000; i++) {
            byte[] noise = new byte[random.nextInt(64)];
            random.nextBytes(noise);
            if (noise.length > 6) {
                noise[0] = (byte) (1 + random.nextInt(4));
                noise[1] = (byte) (1 + random.nextInt(15));
                int checksum = EntryCodec.checksum(noise, noise.length - 4);
                for (int b = 0; b < 4; b++) {
                    noise[noise.length - 4 + b] = (byte) (checksum >>> 8 * (3 - b));
                }
            }
            try {
                assertThat(decode(noise)).isNotNull();
            } catch (DamagedEntryException refused) {
                assertThat(refused).hasMessageMatching("(?s).+");
            }
        }
    }

    @Test
    void theFormatOfThisVersionStaysAsItIs() {
        byte[] bytes = EntryCodec.encode(new JournalEntry(300, new JournalEvent.Completed("/do/0/a", json("{\"n\":1}"))))
                .bytes();
        assertThat(HexFormat.of().formatHex(bytes, 0, bytes.length - 4)).isEqualTo("0102ac02"
                + "08" + HexFormat.of().formatHex("/do/0/a".getBytes(StandardCharsets.UTF_8))
                + "08" + HexFormat.of().formatHex("{\"n\":1}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theFormatOfEntriesInATraceStaysAsItIs() {
        byte[] bytes = EntryCodec.encode(new JournalEntry(300, new JournalEvent.Fired("/do/0/a"), null, MARK)).bytes();
        assertThat(HexFormat.of().formatHex(bytes, 0, bytes.length - 4)).isEqualTo("0305ac02" + "02"
                + "0af7651916cd43dd8448eb211c80319c" + "b7ad6b7169203331" + "00f067aa0ba902b7" + "01" + "00"
                + "08" + HexFormat.of().formatHex("/do/0/a".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aPlaceInATraceHasASpan() {
        byte[] bytes = EntryCodec.encode(new JournalEntry(5, new JournalEvent.Suspended(), null,
                new TraceContext("0af7651916cd43dd8448eb211c80319c", null, null, 1, null))).bytes();
        assertThatThrownBy(() -> decode(bytes)).isInstanceOf(DamagedEntryException.class).hasMessageContaining("no span");
    }

    private static JournalEntry decode(byte[] bytes) {
        return EntryCodec.decode(bytes, (skeleton, references) -> skeleton);
    }

    private static JsonPayload json(String text) {
        return JsonPayload.ofText(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Set<Class<?>> kindsOf(Class<?> type) {
        Set<Class<?>> kinds = new java.util.HashSet<>();
        for (Class<?> kind : type.getPermittedSubclasses()) {
            if (kind.isInterface()) {
                kinds.addAll(kindsOf(kind));
            } else {
                kinds.add(kind);
            }
        }
        return kinds;
    }
}
