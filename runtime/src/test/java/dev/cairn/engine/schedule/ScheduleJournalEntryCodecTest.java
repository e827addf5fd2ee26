package dev.cairn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.engine.schedule.ScheduleJournalEntry.Kind;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.schedule.CronExpression;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.value.JsonCodec;

class ScheduleJournalEntryCodecTest {

    private static final ScheduleJournalEntry SPECIFIED = ScheduleJournalEntry.specified(1_700_000_000_000L,
            new ScheduleChangeOrigin(new CommandOrigin("ann", "for the audit"), "1.2.0"),
            new ScheduleSpec("nightly", new CronRule(CronExpression.of("0 8 * * MON-FRI"), CronRule.zone("Europe/Berlin")),
                    OverlapPolicy.SKIP, MissedPolicy.FIRE_ALL, 7, 60_000, JsonCodec.read("{\"tenant\":\"blue\"}")),
            1_600_000_000_000L);

    /** Stores hold these bytes: a change makes existing schedules unreadable. */
    @Test
    void entriesKeepTheirForm() {
        assertThat(text(SPECIFIED)).isEqualTo("{\"kind\":\"specified\",\"at\":1700000000000,\"principal\":\"ann\","
                + "\"reason\":\"for the audit\",\"version\":\"1.2.0\",\"anchor\":1600000000000,\"schedule\":{\"name\":\"nightly\","
                + "\"rule\":{\"cron\":\"0 8 * * MON-FRI\",\"zone\":\"Europe/Berlin\"},\"overlap\":\"skip\",\"missed\":\"fire-all\","
                + "\"maxMissed\":7,\"jitterMillis\":60000,\"input\":{\"tenant\":\"blue\"}}}");
        assertThat(HexFormat.of().formatHex(ScheduleJournalEntryCodec
                .write(ScheduleJournalEntry.of(Kind.PAUSED, 5, ScheduleChangeOrigin.caller(CommandOrigin.of("bob"))))))
                .isEqualTo("01" + HexFormat.of().formatHex("{\"kind\":\"paused\",\"at\":5,\"principal\":\"bob\"}"
                        .getBytes(StandardCharsets.US_ASCII)) + "05e9e21a");
        assertThat(text(ScheduleJournalEntry.of(Kind.PAUSED, 5, ScheduleChangeOrigin.caller(null)).withWake(9)))
                .isEqualTo("{\"kind\":\"paused\",\"at\":5,\"wake\":9}");
    }

    private static String text(ScheduleJournalEntry entry) {
        byte[] bytes = ScheduleJournalEntryCodec.write(entry);
        return new String(Arrays.copyOfRange(bytes, 1, bytes.length - 4), StandardCharsets.UTF_8);
    }

    @Test
    void readsWhatItWrites() {
        assertThat(ScheduleJournalEntryCodec.read(ScheduleJournalEntryCodec.write(SPECIFIED))).isEqualTo(SPECIFIED);
        for (Kind kind : Kind.values()) {
            ScheduleJournalEntry entry = ScheduleJournalEntry.of(kind, 7, ScheduleChangeOrigin.caller(null));
            assertThat(ScheduleJournalEntryCodec.read(ScheduleJournalEntryCodec.write(entry))).isEqualTo(entry);
            ScheduleJournalEntry waking = entry.withWake(9);
            assertThat(ScheduleJournalEntryCodec.read(ScheduleJournalEntryCodec.write(waking))).isEqualTo(waking);
        }
    }

    @Test
    void noticesEachDamagedByte() {
        byte[] good = ScheduleJournalEntryCodec.write(SPECIFIED);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 0x20;
            assertThatThrownBy(() -> ScheduleJournalEntryCodec.read(bad)).isInstanceOf(DamagedEntryException.class);
            byte[] cut = Arrays.copyOf(good, i);
            assertThatThrownBy(() -> ScheduleJournalEntryCodec.read(cut)).isInstanceOf(DamagedEntryException.class);
        }
    }
}
