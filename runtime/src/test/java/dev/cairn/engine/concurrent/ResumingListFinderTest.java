package dev.cairn.engine.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class ResumingListFinderTest {

    private static final int MANY = 5_000;

    private final List<String> list = new ArrayList<>(IntStream.range(0, MANY).mapToObj(i -> "id-" + i).toList());
    private int looks;
    private final ResumingListFinder<String> inOrder = new ResumingListFinder<>(id -> {
        looks++;
        return id;
    });

    private void findAll() {
        list.forEach(id -> assertThat(inOrder.find(list, id)).isEqualTo(id));
    }

    @Test
    void whatIsAskedForInOrderIsFoundInAsManySteps() {
        findAll();
        findAll();
        assertThat(looks).isEqualTo(2 * MANY);
    }

    @Test
    void everythingIsFoundInAnyOrderThoughTheListHasChanged() {
        findAll();
        list.subList(10, MANY).clear();
        for (int i = 9; i >= 0; i--) {
            assertThat(inOrder.find(list, "id-" + i)).isEqualTo("id-" + i);
        }
        assertThat(inOrder.find(list, "id-10")).isNull();
        list.clear();
        assertThat(inOrder.find(list, "id-0")).isNull();
    }
}
