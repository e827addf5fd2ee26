package dev.cairn.definition;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Suggests the name that an author may have meant. */
public final class NameSuggestions {

    private static final int LONGEST_COMPARED = 100;
    private static final int MAX_NAMED = 10;

    private NameSuggestions() {}

    /** {@code Did you mean "x"?} with the nearest of the known names, or null if none is near. */
    public static String didYouMean(String name, Collection<String> known) {
        String nearest = nearest(name, known);
        return nearest == null ? null : "Did you mean \"" + nearest + "\"?";
    }

    /** The first ten of the known names, for a message. */
    public static String first(Collection<String> known) {
        List<String> first = known.stream().limit(MAX_NAMED).toList();
        return String.join(", ", first) + (known.size() > first.size() ? "…" : "");
    }

    /** The known name with the fewest typing mistakes to {@code name}, at most a third of its letters; or null. */
    public static String nearest(String name, Collection<String> known) {
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(name, candidate);
            int allowed = Math.max(1, Math.max(name.length(), candidate.length()) / 3);
            if (distance <= allowed && distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** Letters to insert, remove, change or swap with their neighbour; upper and lower case count as the same. */
    private static int distance(String left, String right) {
        if (left.length() > LONGEST_COMPARED || right.length() > LONGEST_COMPARED) {
            return Integer.MAX_VALUE;
        }
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
