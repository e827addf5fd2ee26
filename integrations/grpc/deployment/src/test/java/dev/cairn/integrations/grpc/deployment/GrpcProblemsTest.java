package dev.cairn.integrations.grpc.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Faults of gRPC calls are found by the build, all at once, each at its place. */
class GrpcProblemsTest {

    /** Method and arguments of a call of shop.Stock, and what the build says. */
    private static final List<Map.Entry<String, String>> ARGUMENTS = List.of(
            Map.entry("{idd: a}", "/idd): CAIRN-0242: The message shop.Order has no field \"idd\". Did you mean \"id\"?"),
            Map.entry("{weight: 1}", "/weight): CAIRN-0242: The message shop.Order has no field \"weight\"."
                    + " It has: id, count, priority, items, counts, due, card, invoice, total, photo."),
            Map.entry("{count: many}",
                    "/count): CAIRN-0242: The value does not fit the message shop.Order: Not an int32 value"),
            Map.entry("{count: 3000000000}", "/count): CAIRN-0242: The value does not fit the message shop.Order:"),
            Map.entry("{priority: URGNT}", "/priority): CAIRN-0242: The enum shop.Priority has no value \"URGNT\"."
                    + " Did you mean \"URGENT\"?"),
            Map.entry("{items: {sku: a}}", "/items): CAIRN-0242: The field \"items\" is repeated, and so a list in JSON."),
            Map.entry("{items: [{sku: '${ .a }', sko: 1}]}",
                    "/items/0/sko): CAIRN-0242: The message shop.Item has no field \"sko\". Did you mean \"sku\"?"),
            Map.entry("{counts: [1]}", "/counts): CAIRN-0242: The field \"counts\" is a map, and so an object in JSON."),
            Map.entry("{counts: {a: x}}", "/counts/a): CAIRN-0242: The value does not fit the message shop.Order:"),
            Map.entry("{due: yesterday}", "/due): CAIRN-0242: The value does not fit the message google.protobuf.Timestamp:"),
            Map.entry("{card: a, invoice: b}", "/invoice): CAIRN-0242: Two fields of the oneof \"payment\" are given."),
            Map.entry("{total: {currency: EUR}}",
                    "/total): CAIRN-0242: The message common.Money needs a value for: cents."),
            Map.entry("{items: [{weight: '1e100000000'}]}", "/items/0/weight): CAIRN-0242: The value does not fit the message"
                    + " shop.Item: the field \"weight\" needs a value of type uint64."),
            Map.entry("{items: [{shelves: {'1e100000000': a}}]}",
                    "/items/0/shelves/1e100000000): CAIRN-0242: The value does not"
                            + " fit the message shop.Item: the field \"shelves\" needs an object with keys of type uint64 and values of"
                            + " type string."),
            Map.entry("[{id: a}]", "): CAIRN-0242: The message shop.Order is an object in JSON."),
            Map.entry("{total: 5}", "/total): CAIRN-0242: The message common.Money is an object in JSON."),
            Map.entry("{photo: 'no base64!'}", "/photo): CAIRN-0242: The value does not fit the message shop.Order:"));

    private static final String BROKEN = """
            syntax = "proto3";
            import "nowhere.proto";
            message Order {
              strin id = 1;
            }
            """;

    private static final String HOST = "name: shop.Stock, host: localhost";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> {
        GrpcFiles.addProtos(root).addAsResource(new StringAsset(BROKEN), "proto/broken.proto");
        GrpcFiles.add(root, "arguments", IntStream.range(0, ARGUMENTS.size()).mapToObj(i -> GrpcFiles.task("t" + i, HOST,
                "Reserve", ", arguments: " + ARGUMENTS.get(i).getKey())).collect(Collectors.joining()));
        GrpcFiles.add(root, "methods", GrpcFiles.task("a", "name: shop.Stok, host: localhost", "Reserve", "")
                + GrpcFiles.task("b", HOST, "Reserv", "") + GrpcFiles.task("c", HOST, "Load", ", arguments: {id: a}")
                + GrpcFiles.task("good", "name: Stock, host: localhost", "Watch", ", arguments: {id: '${ .id }', total: "
                        + "{cents: 5}, due: '2026-01-01T00:00:00Z', items: ['${ .x }'], priority: 1, counts: {a: 7}}")
                + "- d: {call: grpc, with: {proto: {endpoint: 'classpath:proto/broken.proto'}, service: {" + HOST
                + "}, method: Reserve}}\n" + GrpcFiles.task("e", HOST, "Sync", ", arguments: ['${ .a }', {id: a}, {idd: a}]")
                + GrpcFiles.task("lists", HOST, "Sync", ", arguments: '${ .orders }'"));
    }).assertException(failure -> {
        String message = failure.getMessage();
        assertThat(message).contains("have " + (ARGUMENTS.size() + 6) + " errors");
        for (int i = 0; i < ARGUMENTS.size(); i++) {
            assertThat(message).contains("arguments.yaml:" + (i + 3) + ":")
                    .contains("(/do/" + i + "/t" + i + "/with/arguments" + ARGUMENTS.get(i).getValue());
        }
        assertThat(message)
                .contains("/do/0/a/with/service/name): CAIRN-0241: The proto file \"proto/shop.proto\" has no service"
                        + " \"shop.Stok\". Did you mean \"shop.Stock\"?")
                .contains("/do/1/b/with/method): CAIRN-0241: The service shop.Stock has no method \"Reserv\"."
                        + " Did you mean \"Reserve\"?")
                .contains("/do/2/c/with/arguments): CAIRN-0242: The method shop.Stock.Load takes a stream of messages, and so"
                        + " a list in JSON.")
                .contains("/do/5/e/with/arguments/2/idd): CAIRN-0242: The message shop.Order has no field \"idd\".")
                .contains("\n  proto/broken.proto:2:1 (/): CAIRN-0240: Import \"nowhere.proto\" was not found")
                .contains("\n  proto/broken.proto:4:3 (/): CAIRN-0240: \"strin\" is not defined.");
    });

    @Test
    void isNotBuilt() {
        Assertions.fail("The application was built");
    }
}
