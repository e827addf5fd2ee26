package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.recovery.LoadingBudget;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.journal.codec.DeflateCodec;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** Instances for which the memory does not suffice when they are to come back: they are loaded again, alone. */
class LoadingShortageTest {

    private static final String CALLS = "do: [{only: {call: ask, with: {question: 1}}}]";

    /** Large enough to be compressed. */
    private static final String INPUT = "{\"text\":\"" + "x".repeat(1_000) + "\"}";

    private final EngineFixture fixture = new EngineFixture();
    private final Map<String, Integer> tries = new HashMap<>();
    private Predicate<String> isShort = id -> false;

    private List<String> crashWith(int count, String input) {
        fixture.options = fixture.options
                .with(new JournalEncodingOptions(4_096, PayloadCodecChain.of(List.of(new ShortOfMemory()))));
        fixture.workflow(CALLS).start();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(fixture.begin(input).instanceId());
        }
        fixture.calls.clear();
        return ids;
    }

    @Test
    void theyGoOnWhenTheMemorySuffices() {
        List<String> ids = crashWith(20, INPUT);
        isShort = id -> tries.get(id) < 3;
        fixture.start();
        assertThat(fixture.calls).isEmpty();
        fixture.advance(10_000);
        assertThat(fixture.calls).extracting(EffectCall::instanceId).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(tries.values()).containsOnly(3);
    }

    @Test
    void oneForWhichItNeverSufficesIsParkedAndKeepsNoOtherFromGoingOn() {
        List<String> ids = crashWith(20, INPUT);
        String huge = ids.get(7);
        isShort = huge::equals;
        fixture.start();
        fixture.advance(60_000);
        assertThat(fixture.calls).hasSize(19).extracting(EffectCall::instanceId).doesNotContain(huge);
        fixture.outcome(huge).assertFailedWith(CairnException.class, "planted");
        assertThat(tries.get(huge)).isEqualTo(LoadingBudget.MAX_SHORTAGES + 1);
    }

    /** The size of an instance is unknown before it is in memory: until then none is loaded beside it. */
    @Test
    void journalsThatAreCompressedAreNotTakenForSmall() {
        fixture.options = fixture.options.withMemory(8 << 20);
        crashWith(20, "{\"text\":\"" + "x".repeat(2 << 20) + "\"}");
        LoadsTogether loads = new LoadsTogether(fixture.store.open());
        fixture.start(loads);
        assertThat(loads.sizes).hasSizeGreaterThan(1).containsOnly(1);
    }

    /** Notes how many instances the store is asked for at once. */
    private static final class LoadsTogether extends ForwardingStore {
        private final List<Integer> sizes = new ArrayList<>();

        LoadsTogether(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<List<StoredInstance>> loadAll(List<String> ids) {
            sizes.add(ids.size());
            return super.loadAll(ids);
        }
    }

    /** Deflates, and fails to read the entries of some instances. */
    private final class ShortOfMemory implements PayloadCodec {
        private final DeflateCodec real = new DeflateCodec(true, 0);

        @Override
        public String id() {
            return real.id();
        }

        @Override
        public Stage stage() {
            return real.stage();
        }

        @Override
        public boolean writes() {
            return real.writes();
        }

        @Override
        public byte[] encode(byte[] entry, EntryPlace place) {
            return real.encode(entry, place);
        }

        @Override
        public EncodedEntry encode(EncodedEntry entry, EntryPlace place) {
            return real.encode(entry, place);
        }

        @Override
        public byte[] decode(byte[] encoded, EntryPlace place) {
            if (place.position() == 0) {
                tries.merge(place.instanceId(), 1, Integer::sum);
                if (isShort.test(place.instanceId())) {
                    throw new OutOfMemoryError("planted");
                }
            }
            return real.decode(encoded, place);
        }
    }
}
