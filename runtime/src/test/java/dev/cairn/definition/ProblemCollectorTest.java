package dev.cairn.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class ProblemCollectorTest {

    private final ProblemCollector problems = new ProblemCollector();

    @Test
    void theSameProblemCountsOnce() {
        problems.error("CAIRN-9999", at("a.yaml", "/do/0"), "Wrong", null);
        problems.error("CAIRN-9999", at("a.yaml", "/do/0"), "Wrong", null);
        problems.error("CAIRN-9999", new SourceLocation("a.yaml", 2, 1, "/do/1"), "Wrong", null);

        assertThat(problems.all()).extracting(problem -> problem.location().pointer()).containsExactly("/do/0", "/do/1");
    }

    @Test
    void aMistakeInWhatSeveralTasksShareCountsOnceAndStandsWhereItWasWritten() {
        for (String task : List.of("/do/0", "/do/1")) {
            problems.error("CAIRN-9999",
                    new SourceLocation("a.yaml", 1, 1, task + "/extensions/x/before", "/use/extensions/0/x/before")
                            .child("0"),
                    "Wrong", null);
        }

        assertThat(problems.all()).extracting(problem -> problem.location().pointer())
                .containsExactly("/use/extensions/0/x/before/0");
        assertThat(problems.hasErrorsWithin(new SourceLocation("a.yaml", 1, 1, "/do/2/extensions/x", "/use/extensions/0/x")))
                .isTrue();
    }

    @Test
    void whatHasNoPlaceInAFileIsToldApartByItsPointer() {
        problems.error("CAIRN-9999", new SourceLocation("Orders.java", 0, 0, "/do/0"), "Wrong", null);
        problems.error("CAIRN-9999", new SourceLocation("Orders.java", 0, 0, "/do/1"), "Wrong", null);

        assertThat(problems.all()).hasSize(2);
    }

    @Test
    void warningsDoNotFailTheBuild() {
        problems.warning("CAIRN-9999", at("a.yaml", "/do/0"), "Odd", null);

        assertThat(problems.hasErrors()).isFalse();
        assertThat(problems.hasErrorsWithin(at("a.yaml", ""))).isFalse();
    }

    @Test
    void errorsAreFoundWithinAnElement() {
        problems.error("CAIRN-9999", at("a.yaml", "/do/1/x"), "Wrong", null);

        assertThat(problems.hasErrors()).isTrue();
        assertThat(problems.hasErrorsWithin(at("a.yaml", ""))).isTrue();
        assertThat(problems.hasErrorsWithin(at("a.yaml", "/do/1"))).isTrue();
        assertThat(problems.hasErrorsWithin(at("a.yaml", "/do/1/x"))).isTrue();
        assertThat(problems.hasErrorsWithin(at("a.yaml", "/do/1/x/y"))).isFalse();
        assertThat(problems.hasErrorsWithin(at("a.yaml", "/do/10"))).isFalse();
        assertThat(problems.hasErrorsWithin(at("b.yaml", ""))).isFalse();
    }

    @Test
    void aProblemIsOneLineWithPlaceCodeMessageAndAdvice() {
        problems.error("CAIRN-9999", new SourceLocation("a.yaml", 3, 5, "/do/0"), "Wrong", "Make it right.");

        assertThat(problems.all().get(0)).hasToString("a.yaml:3:5 (/do/0): CAIRN-9999: Wrong. Make it right.");
    }

    private static SourceLocation at(String file, String pointer) {
        return new SourceLocation(file, 1, 1, pointer);
    }
}
