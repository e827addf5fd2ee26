package dev.cairn.task.trytask;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The time that an answer asks to wait for, in seconds or in each form of a date that RFC 9110 has. */
class RetryAfterReaderTest {

    private static final String DATE = "Fri, 06 Nov 2026 08:49:37 GMT";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "10 | 10000", "0 | 0", "-1 | 0", "soon | 0", "999999999 | 86400000",
            "1767225600 | 86400000",
            "00000000000000000010 | 10000", "99999999999999999999999 | 86400000",
            "Fri, 06 Nov 2026 08:49:47 GMT | 10000", "Friday, 06-Nov-26 08:49:47 GMT | 10000",
            "Fri Nov  6 08:49:47 2026 | 10000", "Fri Nov 13 08:49:47 2026 | 86400000", "Thu, 05 Nov 2026 08:49:47 GMT | 0",
            "Fri, 06 Nov 2026 | 0" })
    void aTimeOrADateIsTheTimeToWait(String retryAfter, long millis) {
        assertThat(RetryAfterReader.waitMillis(response(retryAfter, DATE))).isEqualTo(millis);
    }

    /** A number with many zeros is read in one go. */
    @Test
    @Timeout(10)
    void aTextThatIsNearlyANumberIsReadAtOnce() {
        assertThat(RetryAfterReader.waitMillis(response("0".repeat(2_000_000) + "x", DATE))).isZero();
        assertThat(RetryAfterReader.waitMillis(response("", DATE))).isZero();
    }

    @Test
    void theDateOfTheAnswerMayHaveAnOldFormAsWell() {
        assertThat(RetryAfterReader.waitMillis(response("Fri, 06 Nov 2026 08:49:47 GMT", "Fri Nov  6 08:49:37 2026")))
                .isEqualTo(10_000);
    }

    @Test
    void withoutAnAnswerNothingIsToBeWaitedFor() {
        assertThat(RetryAfterReader.waitMillis(null)).isZero();
        assertThat(RetryAfterReader.waitMillis(JsonNodeFactory.instance.objectNode())).isZero();
    }

    private static ObjectNode response(String retryAfter, String date) {
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        response.putObject("headers").put("retry-after", retryAfter).put("date", date);
        return response;
    }
}
