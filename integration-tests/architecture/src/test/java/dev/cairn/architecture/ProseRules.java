package dev.cairn.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of the writing guide that a pattern can check: sentences name their subject first, and things have names. */
final class ProseRules {

    /** A period, colon or semicolon before a capital letter; descriptions of block tags begin in lower case, so case is ignored. */
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:;])\\s+(?=[A-Z`])");
    private static final Pattern OPENING = Pattern.compile("(?i)^(what(ever)?|who(ever|se|m)?|where(ver)?|so many|so much|such|"
            + "there (is|are|was|were)|how|why|whether|that (of|is|was|it|what)|those|whichever|as many|as much|one that|one who|"
            + "it is .{1,60}? that)\\b");
    private static final Pattern BANNED = Pattern.compile("(?i)\\b(somebody|someone|anybody|nobody|whoever|whatever|those who|"
            + "one that|one who|what came|what comes|hardly|mostly|about as|so many|so much|as many as|or else|cannot look)\\b");

    private ProseRules() {}

    /** Each breach in the paragraphs of a file, as the words that break the rule and the sentence they stand in. */
    static List<String> breaches(List<String> paragraphs) {
        List<String> breaches = new ArrayList<>();
        for (String paragraph : paragraphs) {
            for (String sentence : SENTENCE_END.split(paragraph)) {
                Matcher opening = OPENING.matcher(sentence);
                int subject = 0;
                if (opening.find()) {
                    breaches.add("opens with \"" + opening.group() + "\": " + sentence);
                    subject = opening.end();
                }
                Matcher banned = BANNED.matcher(sentence).region(subject, sentence.length());
                while (banned.find()) {
                    breaches.add("says \"" + banned.group() + "\": " + sentence);
                }
            }
        }
        return breaches;
    }
}
