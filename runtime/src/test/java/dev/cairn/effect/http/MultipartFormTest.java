package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The boundary of a form is in none of its parts. */
class MultipartFormTest {

    @Test
    void aBoundaryThatAPartHasIsAmbiguous() {
        MultipartForm form = MultipartForm.of(HttpTestServer.json("{\"a\": \"1\", \"b\": [\"2\", \"3\"]}"));

        assertThat(form.parts()).isEqualTo(3);
        assertThat(form.isAmbiguous()).isFalse();
        assertThat(new MultipartForm(form.boundary(), 3, form.content().copy().appendString(form.boundary())).isAmbiguous())
                .isTrue();
        assertThat(MultipartForm.of(HttpTestServer.json("{}")).content().toString()).startsWith("--cairn-").endsWith("--\r\n");
    }
}
