package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Output processing: jq makes {@code items} objects with {@code iterations} strings each, and counts them. */
@Workflow(name = "json", namespace = "bench")
@HttpTrigger(path = "/bench/json")
public class OutputProcessing {

    static Flow define() {
        return flow(
                set("begin", "{items: .items, iterations: .iterations, status: \"STARTED\"}"),
                set("generate", """
                        {
                          data: [range(0; .items) | {id: ., value: "val-\\(.)"}],
                          iterations: .iterations,
                          status: "GENERATED"
                        }"""),
                set("process", """
                        {
                          data: [.data[] | . + {processed: true}],
                          iterations: .iterations,
                          status: "PROCESSED"
                        }"""),
                set("mutate", """
                        .iterations as $iterations | {
                          data: [.data[] | . + {mutations: [range(0; $iterations) | "m-\\(.)"]}],
                          iterations: $iterations,
                          status: "MUTATED"
                        }"""),
                set("count", """
                        {
                          itemsCount: (.data | length),
                          iterations: .iterations,
                          mutationsPerItem: (.data[0].mutations | length),
                          totalMutationEntries: ([.data[].mutations | length] | add // 0),
                          status: "COMPLETED"
                        }"""));
    }
}
