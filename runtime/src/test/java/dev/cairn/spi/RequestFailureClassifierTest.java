package dev.cairn.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;

class RequestFailureClassifierTest {

    @ParameterizedTest
    @EnumSource(Reason.class)
    void onlyInputAndKeysAreRefusedForGood(Reason reason) {
        assertThat(RequestFailureClassifier.isFinal(new CairnException(reason, "refused", null)))
                .isEqualTo(reason == Reason.INVALID_INPUT || reason == Reason.KEY_REUSED);
    }

    @Test
    void failuresOfTheStoreAndUnknownOnesAreTemporary() {
        assertThat(RequestFailureClassifier.isFinal(new StoreException("down", true, null))).isFalse();
        assertThat(RequestFailureClassifier.isFinal(new IllegalStateException("a mistake"))).isFalse();
    }
}
