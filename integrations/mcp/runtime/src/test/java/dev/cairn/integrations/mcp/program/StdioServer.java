package dev.cairn.integrations.mcp.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program that is a server: misbehaves as the called tool says. Uses nothing but the JDK. */
public final class StdioServer {

    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final Pattern TOOL = Pattern.compile("\"name\":\"(\\w+)\"");

    private static PrintStream out;

    private StdioServer() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        out.println("Ready: this line is no message");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.contains("\"method\":\"initialize\"")) {
                answer(line, "{\"protocolVersion\":\"" + arguments[0] + "\"}");
            } else if (line.contains("\"method\":\"tools/call\"")) {
                call(line, arguments, in);
            }
        }
    }

    private static void call(String line, String[] arguments, BufferedReader in) throws IOException, InterruptedException {
        Matcher tool = TOOL.matcher(line);
        tool.find();
        switch (tool.group(1)) {
            case "echo" -> {
                out.println("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
                String reply = in.readLine();
                out.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}");
                answer(line, "{\"reply\":" + reply + ",\"argument\":\"" + arguments[1] + "\",\"variable\":\""
                        + System.getenv("GREETING") + "\",\"key\":\"" + System.getenv("CAIRN_IDEMPOTENCY_KEY")
                        + "\",\"home\":\""
                        + System.getenv("HOME") + "\",\"request\":" + line + "}");
            }
            case "asks" -> {
                for (int request = 0; request < Integer.parseInt(arguments[1]); request++) {
                    out.println("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
                }
                answer(line, "\"asked\"");
            }
            case "repeats" -> {
                out.println("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"" + arguments[0] + "\"}}");
                out.println("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
                answer(line, in.readLine());
            }
            case "fails" -> answer(line, "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no ü\"}]}");
            case "ends" -> {
                System.err.println("out of paper");
                System.exit(3);
            }
            case "big" -> answer(line, "\"" + "x".repeat(20_000) + "\"");
            case "hang" -> {
                Process child = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                        System.getProperty("java.class.path"), StdioServer.class.getName(), arguments[0])
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
                Files.writeString(Path.of(arguments[1]), ProcessHandle.current().pid() + " " + child.pid());
                Thread.currentThread().join();
            }
            default -> throw new IllegalArgumentException(line);
        }
    }

    private static void answer(String request, String result) {
        Matcher id = ID.matcher(request);
        id.find();
        out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":" + result + "}");
    }
}
