package dev.cairn.snippets;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Commands: those of the project have to be there, with the modules, profiles, tests, properties and options they are given; of
 * others only what is listed here may be named.
 */
final class ShellSnippets {

    /** Commands that are not of the project. */
    private static final Set<String> OTHERS = Set.of("curl", "java", "kill", "mvn", "openssl", "quarkus");

    /** Properties of Maven and its plugins. */
    private static final Set<String> OF_MAVEN = Set.of("test", "skipTests", "surefire.failIfNoSpecifiedTests");

    private static final Pattern COMMENT = Pattern.compile("\\s+#.*");
    private static final Pattern CONTINUED = Pattern.compile("\\\\\n\\s*");
    /** A line that only sets a variable. */
    private static final Pattern ASSIGNMENT = Pattern.compile("\\w+=('[^']*'|\\S*)");
    private static final Pattern DEFINED = Pattern.compile("-D([\\w.]+)(?:='?([\\w#]+).*)?");

    private ShellSnippets() {}

    static List<String> faults(Block block) {
        List<String> faults = new ArrayList<>();
        String text = CONTINUED.matcher(block.text()).replaceAll("");
        for (String line : text.lines().filter(line -> !line.isBlank() && !ASSIGNMENT.matcher(line).matches()).toList()) {
            List<String> words = Arrays.asList(COMMENT.matcher(line).replaceFirst("").trim().split("\\s+"));
            String fault = fault(words.get(0), words.subList(1, words.size()));
            if (fault != null) {
                faults.add(block.place() + ": " + line + ": " + fault);
            }
        }
        return faults;
    }

    private static String fault(String command, List<String> arguments) {
        if (!command.contains("/")) {
            return OTHERS.contains(command) ? null : "no command of the project, and none that the test knows";
        }
        Path script = Project.TOP.resolve(command);
        if (!Files.isExecutable(script)) {
            return "no such command";
        }
        return command.equals("./mvnw") ? ofMaven(arguments) : ofScript(script, arguments);
    }

    /** An option has to stand in the script, or in a file beside it that the script may be made of. */
    private static String ofScript(Path script, List<String> arguments) {
        for (String option : arguments.stream().filter(argument -> argument.startsWith("--")).toList()) {
            if (!Project.text(script).contains(option)
                    && sources(script.getParent(), ".py").noneMatch(text -> text.contains(option))) {
                return "no option " + option;
            }
        }
        return null;
    }

    private static String ofMaven(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            Matcher defined = DEFINED.matcher(argument);
            if (argument.equals("-pl")) {
                for (String module : arguments.get(i + 1).split(",")) {
                    if (!Files.exists(Project.TOP.resolve(module).resolve("pom.xml"))) {
                        return "no module " + module;
                    }
                }
            } else if (argument.startsWith("-P") && !pom("<id>" + argument.substring(2) + "</id>")) {
                return "no profile " + argument.substring(2);
            } else if (defined.matches()) {
                String fault = defined(defined.group(1), defined.group(2));
                if (fault != null) {
                    return fault;
                }
            }
        }
        return null;
    }

    private static String defined(String name, String value) {
        if (name.equals("test")) {
            String[] test = value.split("#");
            return Project.files(Project.TOP).stream().anyMatch(file -> file.endsWith(test[0] + ".java")
                    && (test.length == 1 || Project.text(file).contains(" " + test[1] + "("))) ? null : "no test " + value;
        }
        return OF_MAVEN.contains(name) || pom(name)
                || sources(Project.TOP, ".java").anyMatch(text -> text.contains('"' + name + '"'))
                        ? null
                        : "nothing reads " + name;
    }

    private static boolean pom(String text) {
        return Project.modules().stream().anyMatch(pom -> Project.text(pom).contains(text));
    }

    private static Stream<String> sources(Path directory, String extension) {
        return Project.files(directory).stream().filter(file -> file.toString().endsWith(extension)).map(Project::text);
    }
}
