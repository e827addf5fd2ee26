package dev.cairn.spi.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events come whole out of any division into parts. */
class EventStreamParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
            "data: a\\n\\n > a", "data:a\\r\\n\\r\\ndata: b\\r\\n\\r\\n > a;b", "data: a\\ndata: b\\n\\n > a\\nb",
            "data\\n\\n > none", "id: 1\\ndata:\\n\\ndata: a\\n\\n > a", "data:\\ndata: a\\n\\n > \\na",
            ": comment\\nid: 1\\nretry: 5\\ndata: ü\\n\\n > ü",
            "event: ping\\ndata: a\\n\\ndata: b\\n\\n > b",
            "event: message\\ndata:  a\\r\\rdata: b\\n\\n > ' a;b'", "id: 1\\n\\n > none", "data: a\\n > none" })
    void findsTheDataOfEvents(String stream, String expected) {
        byte[] bytes = stream.replace("\\n", "\n").replace("\\r", "\r").getBytes(StandardCharsets.UTF_8);
        List<String> messages = "none".equals(expected) ? List.of() : List.of(expected.replace("\\n", "\n").split(";", -1));

        for (int partBytes = 1; partBytes <= bytes.length; partBytes++) {
            EventStreamParser parser = new EventStreamParser();
            List<String> found = new ArrayList<>();
            for (int from = 0; from < bytes.length; from += partBytes) {
                found.addAll(parser.feed(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + partBytes))));
            }
            assertThat(found).as("parts of " + partBytes).isEqualTo(messages);
        }
    }
}
