package dev.cairn.management.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.http.HttpProblemException;

/** Queries of requests, over HTTP or from within the application. */
class QueryParametersTest {

    private static QueryParameters of(String query) {
        return new QueryParameters(ManagementOperation.FIND_INSTANCES, query);
    }

    @Test
    void parametersAreDecoded() {
        QueryParameters query = of("workflow=shop%3Aa+b&status=running&status=waiting&attribute.caf%C3%A9=%26");

        assertThat(query.text(ManagementParameter.WORKFLOW)).isEqualTo("shop:a b");
        assertThat(query.texts(ManagementParameter.STATUS)).containsExactly("running", "waiting");
        assertThat(query.all(ManagementParameter.ATTRIBUTE)).isEqualTo(Map.of("caf\u00e9", "&"));
        for (String none : new String[] { null, "" }) {
            assertThat(of(none).text(ManagementParameter.WORKFLOW)).isNull();
        }
    }

    @Test
    void aQueryThatIsNotEncodedCorrectlyIsAMistakeOfTheClient() {
        for (String query : List.of("workflow=%zz", "workflow=%", "%zz=1", "workflow=%c")) {
            HttpProblemException refused = catchThrowableOfType(HttpProblemException.class, () -> of(query));

            assertThat(refused.details().status()).as(query).isEqualTo(400);
            assertThat(new String(refused.details().text())).contains("The query is not encoded correctly.");
        }
    }
}
