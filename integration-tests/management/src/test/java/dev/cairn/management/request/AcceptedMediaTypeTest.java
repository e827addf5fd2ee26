package dev.cairn.management.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

/** The header that names accepted media types may have anything in it. */
class AcceptedMediaTypeTest {

    private static boolean accepts(String header) {
        return new ManagementRequest(ManagementOperation.FIND_INSTANCES, null, Map.of(), null, null, name -> List.of(header))
                .accepts(JsonLinesWriter.MEDIA_TYPE);
    }

    @Test
    void namesAreFoundBesideOthersAndWithParameters() {
        assertThat(accepts("application/x-ndjson")).isTrue();
        assertThat(accepts("text/html, Application/X-NDJSON ;q=0.5")).isTrue();
        assertThat(accepts("application/json")).isFalse();
    }

    @Test
    void malformedRangesAreNone() {
        for (String header : List.of("", ";", ",", ",;", ";q=1", " ; ")) {
            assertThat(accepts(header)).as(header).isFalse();
        }
    }
}
