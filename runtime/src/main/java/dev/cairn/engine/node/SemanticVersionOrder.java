package dev.cairn.engine.node;

import java.math.BigInteger;
import java.util.Comparator;

/** The order of semantic versions (semver.org 2.0.0, section 11). */
public final class SemanticVersionOrder {

    public static final Comparator<String> ORDER = SemanticVersionOrder::compare;

    private SemanticVersionOrder() {}

    private static int compare(String left, String right) {
        String[] leftParts = withoutBuild(left).split("-", 2);
        String[] rightParts = withoutBuild(right).split("-", 2);
        int core = compareIdentifiers(leftParts[0], rightParts[0]);
        if (core != 0 || leftParts.length == 1 && rightParts.length == 1) {
            return core;
        }
        if (leftParts.length != rightParts.length) {
            return leftParts.length == 1 ? 1 : -1;
        }
        return compareIdentifiers(leftParts[1], rightParts[1]);
    }

    private static String withoutBuild(String version) {
        int plus = version.indexOf('+');
        return plus < 0 ? version : version.substring(0, plus);
    }

    private static int compareIdentifiers(String left, String right) {
        String[] lefts = left.split("\\.");
        String[] rights = right.split("\\.");
        for (int i = 0; i < Math.min(lefts.length, rights.length); i++) {
            int order = compareIdentifier(lefts[i], rights[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(lefts.length, rights.length);
    }

    private static int compareIdentifier(String left, String right) {
        boolean leftNumber = left.chars().allMatch(Character::isDigit);
        boolean rightNumber = right.chars().allMatch(Character::isDigit);
        if (leftNumber && rightNumber) {
            return new BigInteger(left).compareTo(new BigInteger(right));
        }
        return leftNumber != rightNumber ? (leftNumber ? -1 : 1) : left.compareTo(right);
    }
}
