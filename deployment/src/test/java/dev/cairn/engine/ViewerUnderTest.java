package dev.cairn.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.cairn.management.live.ChangeFilter;
import dev.cairn.management.live.ChangeHub;
import dev.cairn.management.live.ChangeViewer;
import dev.cairn.management.live.ViewerSink;

/** A client of the stream of changes, whose connection a test holds in its hands. */
final class ViewerUnderTest implements ViewerSink {

    private static final Pattern CHANGE = Pattern.compile("\"change\":\"([^\"]*)\"");
    private static final Pattern REASON = Pattern.compile("event: (\\w+)\\ndata: \\{\"reason\":\"([^\"]*)\"");

    private final Consumer<Runnable> loop;
    private final StringBuilder text = new StringBuilder();
    private Runnable whenWritable;
    private byte[] lastBlock;
    boolean writable = true;
    boolean ended;
    ChangeViewer viewer;

    /** @param loop runs what the sink is to run */
    ViewerUnderTest(Consumer<Runnable> loop) {
        this.loop = loop;
    }

    /** Begins a stream with all changes of instances; false if it was refused. */
    boolean open(ChangeHub hub) {
        return open(hub, all(false), null);
    }

    boolean open(ChangeHub hub, ChangeFilter filter, String lastEventId) {
        return hub.add(filter, lastEventId, this, opened -> viewer = opened);
    }

    static ChangeFilter all(boolean tasks) {
        return new ChangeFilter(null, null, tasks, workflow -> true);
    }

    @Override
    public void run(Runnable action) {
        loop.accept(action);
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public void write(byte[] block) {
        lastBlock = block;
        text.append(new String(block, StandardCharsets.UTF_8));
    }

    @Override
    public void onWritable(Runnable action) {
        whenWritable = action;
    }

    @Override
    public void end() {
        ended = true;
    }

    /** The client reads what is there. */
    void drain() {
        writable = true;
        Runnable action = whenWritable;
        whenWritable = null;
        action.run();
    }

    byte[] lastBlock() {
        return lastBlock;
    }

    String text() {
        return text.toString();
    }

    /** All changes received, each as {@code ID change} or {@code ID task change}. */
    List<String> changes() {
        List<String> changes = new ArrayList<>();
        for (String block : blocks()) {
            Matcher change = CHANGE.matcher(block);
            if (change.find()) {
                changes.add(value(block, "instance") + (block.contains("event: task") ? " " + value(block, "task") : "") + " "
                        + change.group(1));
            }
        }
        return changes;
    }

    private static String value(String block, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(block);
        return matcher.find() ? matcher.group(1) : null;
    }

    /** All events about the stream itself, each as {@code event reason}. */
    List<String> words() {
        return REASON.matcher(text).results().map(word -> word.group(1) + " " + word.group(2)).toList();
    }

    /** The id that a client would come back with. */
    String lastId() {
        return Stream.of(text.toString().split("\n")).filter(line -> line.startsWith("id: ")).reduce((first, second) -> second)
                .orElseThrow().substring(4);
    }

    private String[] blocks() {
        return text.toString().split("\n\n");
    }
}
