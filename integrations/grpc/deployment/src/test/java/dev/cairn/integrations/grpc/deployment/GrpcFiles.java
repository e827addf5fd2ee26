package dev.cairn.integrations.grpc.deployment;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/** Proto files, and workflows that call their services. */
final class GrpcFiles {

    private static final String SHOP = """
            syntax = "proto3";

            package shop;

            import "google/protobuf/timestamp.proto";
            import "common/money.proto";
            import "items.proto";

            service Stock {
              rpc Reserve(Order) returns (Order);
              rpc Watch(Order) returns (stream Order);
              rpc Load(stream Order) returns (Order);
              rpc Sync(stream Order) returns (stream Order);
            }

            message Order {
              string id = 1;
              int32 count = 2;
              Priority priority = 3;
              repeated Item items = 4;
              map<string, int64> counts = 5;
              google.protobuf.Timestamp due = 6;
              oneof payment {
                string card = 7;
                string invoice = 8;
              }
              common.Money total = 9;
              bytes photo = 10;
            }

            enum Priority {
              NORMAL = 0;
              URGENT = 1;
            }
            """;

    private static final String ITEMS = """
            syntax = "proto3";
            package shop;
            message Item {
              string sku = 1;
              uint64 weight = 2;
              map<uint64, string> shelves = 3;
            }
            """;

    private static final String MONEY = """
            syntax = "proto2";
            package common;
            message Money {
              required int64 cents = 1;
              optional string currency = 2;
            }
            """;

    private GrpcFiles() {}

    /** Adds the proto files. */
    static JavaArchive addProtos(JavaArchive root) {
        return root.addAsResource(new StringAsset(SHOP), "proto/shop.proto")
                .addAsResource(new StringAsset(ITEMS), "proto/items.proto")
                .addAsResource(new StringAsset(MONEY), "common/money.proto");
    }

    /** Adds a workflow; the tasks are lines of YAML. */
    static void add(JavaArchive root, String workflow, String tasks) {
        root.addAsResource(new StringAsset("""
                document: {dsl: "1.0.3", namespace: shop, name: %s, version: "1.0.0"}
                do:
                %s
                """.formatted(workflow, tasks)), "workflows/" + workflow + ".yaml");
    }

    /** A task in one line. */
    static String task(String name, String service, String method, String rest) {
        return "- " + name + ": {call: grpc, with: {proto: {endpoint: 'classpath:proto/shop.proto'}, service: {" + service
                + "}, method: " + method + rest + "}}\n";
    }
}
