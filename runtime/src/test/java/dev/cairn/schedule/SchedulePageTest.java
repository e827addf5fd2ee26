package dev.cairn.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** The table of the page on schedules has the due times that the rules give. */
class SchedulePageTest {

    private static final Path PAGE = Path.of("../docs/modules/ROOT/pages/schedules.adoc");
    private static final Pattern ROW = Pattern.compile("^\\|`([^`]+)`\n\\|(`\\d\\d:.*`)\n\\|(`.*`)$", Pattern.MULTILINE);
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void theTableIsRight() throws IOException {
        List<MatchResult> rows = ROW.matcher(Files.readString(PAGE)).results().toList();
        assertThat(rows).hasSize(7);
        for (MatchResult row : rows) {
            assertThat(dueTimes(row.group(1), LocalDate.of(2026, 3, 29))).as(row.group(1)).isEqualTo(row.group(2));
            assertThat(dueTimes(row.group(1), LocalDate.of(2026, 10, 25))).as(row.group(1)).isEqualTo(row.group(3));
        }
    }

    private static String dueTimes(String cron, LocalDate day) {
        CronRule rule = new CronRule(CronExpression.of(cron), BERLIN);
        long end = day.atTime(4, 0).atZone(BERLIN).toInstant().toEpochMilli();
        List<String> times = new ArrayList<>();
        long due = day.atTime(1, 0).atZone(BERLIN).toInstant().toEpochMilli() - 1;
        while ((due = rule.next(due, 0).orElseThrow()) <= end) {
            times.add("`" + DateTimeFormatter.ofPattern("HH:mmXXX").format(Instant.ofEpochMilli(due).atZone(BERLIN)) + "`");
        }
        return String.join(" ", times);
    }
}
