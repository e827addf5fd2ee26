package dev.cairn.engine.recovery;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tells the owner of an instance that a node handed the instance over because it cannot run it.
 *
 * @param epoch the claim of the node that could not run it; a node that has taken the instance up since has a higher one
 * @param cannot the nodes that cannot run it
 */
public record HandOverMessage(long epoch, Set<String> cannot) {

    private static final String TAKE = "TAKE ";
    private static final Pattern TEXT = Pattern.compile(TAKE + "(\\d{1,18})\\n(.*)", Pattern.DOTALL);

    byte[] body() {
        return (TAKE + epoch + "\n" + String.join("\n", cannot)).getBytes(StandardCharsets.UTF_8);
    }

    /** Null if that is something else. */
    public static HandOverMessage of(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? new HandOverMessage(Long.parseLong(matcher.group(1)), matcher.group(2).lines().collect(Collectors.toSet()))
                : null;
    }
}
