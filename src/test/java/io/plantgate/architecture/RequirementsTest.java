package io.plantgate.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequirementsTest {

    /** How many ids are not due yet. Lower it with the list; it never rises. */
    private static final int OPEN = 0;

    private final Requirements requirements = Requirements.ofThisTree();

    @Test
    void everyIdThatIsDueIsProvenByATestOrSaidInADocument() {
        assertThat(requirements.unmet())
                .as("ids of src/docs/requirements.md that are due: add @Tag(\"<id>\") to the test that proves it, or"
                        + " <!-- <id> --> to the sentence that says it")
                .isEmpty();
    }

    @Test
    void whatIsMetIsNotListedAsOpen() {
        assertThat(requirements.metButListedOpen())
                .as("take these from src/docs/requirements-open.md, and lower OPEN")
                .isEmpty();
    }

    @Test
    void noTagAndNoCommentNamesAnIdThatNobodyAskedFor() {
        assertThat(requirements.unknown())
                .as("ids that src/docs/requirements.md does not have")
                .isEmpty();
    }

    @Test
    void theOpenListOnlyShrinks() {
        assertThat(requirements.open()).as("src/docs/requirements-open.md").hasSize(OPEN);
    }

    @Test
    void anIdThatIsNeitherTestedNorSaidNorOpenIsFound() {
        var asked = Set.of("E-01", "E-02", "E-03");

        var small = new Requirements(asked, Set.of("E-02", "E-03"), Set.of("E-03", "E-99"));

        assertThat(small.unmet()).containsExactly("E-01");
        assertThat(small.metButListedOpen()).containsExactly("E-03");
        assertThat(small.unknown()).containsExactly("E-99");
    }

    @Test
    void onlyLiveTagsAndCommentsOfIdsCount() {
        var tags = Stream.of("@Tag(\"E-01\")\n// @Tag(\"E-02\")\n * @Tag(\"E-03\")\n@Tag(\"A06\")");
        var comments = Stream.of("Said. <!-- E-04, E-05 --> <!-- see E-06 there --> E-07");

        assertThat(Requirements.tagged(tags)).containsExactly("E-01");
        assertThat(Requirements.said(comments)).containsExactly("E-04", "E-05");
    }
}
