package dev.cairn.persistence.redis;

import static dev.cairn.persistence.redis.RedisScriptRunner.bytes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import dev.cairn.persistence.redis.RedisScriptRunner.Part;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Response;

/** Sends batches: usually one call of a script for all of a batch. */
final class BatchCommitter {

    /** A call keeps the server from everything else, for about 10 µs a write. */
    private static final int MAX_WRITES = 512;
    private static final int MANY_BYTES = 4 << 20;
    private static final byte[] CREATES = {};

    private final RedisScriptRunner server;
    private final RedisKeys keys;
    private final DurableReadBarrier readBarrier;

    BatchCommitter(RedisScriptRunner server, RedisKeys keys, DurableReadBarrier readBarrier) {
        this.server = server;
        this.keys = keys;
        this.readBarrier = readBarrier;
    }

    Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        List<Uni<CommitResult[]>> calls = new ArrayList<>();
        for (int from = 0; from < batch.size();) {
            int to = endOfCall(batch, from);
            calls.add(call(batch.subList(from, to)));
            from = to;
        }
        if (calls.size() == 1) {
            return calls.get(0).map(List::of);
        }
        return Uni.join().all(calls).andCollectFailures()
                .map(results -> results.stream().flatMap(Arrays::stream).toList())
                .onFailure(failure -> !(failure instanceof StoreException))
                .transform(failure -> RedisStoreExceptionFactory.failed("write " + batch.size() + " instances", failure));
    }

    private static int endOfCall(List<InstanceWrite> batch, int from) {
        long bytes = 0;
        int to = from;
        while (to < batch.size() && to - from < MAX_WRITES && bytes < MANY_BYTES) {
            bytes += batch.get(to++).bytes();
        }
        return to;
    }

    private Uni<CommitResult[]> call(List<InstanceWrite> writes) {
        Map<Integer, List<Integer>> places = new TreeMap<>();
        Map<Integer, List<byte[]>> arguments = new TreeMap<>();
        for (int i = 0; i < writes.size(); i++) {
            int shard = keys.shardOf(writes.get(i).row().id());
            places.computeIfAbsent(shard, any -> new ArrayList<>()).add(i);
            add(arguments.computeIfAbsent(shard, any -> new ArrayList<>()), writes.get(i));
        }
        List<Part> parts = new ArrayList<>();
        arguments.forEach((shard, of) -> parts.add(new Part(shard, of)));
        return server.write("write " + writes.size() + " instances", ServerScript.COMMIT, parts)
                .map(answers -> {
                    CommitResult[] results = results(writes.size(), places.values(), answers);
                    readBarrier.add(IntStream.range(0, results.length).filter(i -> results[i] == CommitResult.COMMITTED)
                            .mapToObj(i -> header(writes.get(i))));
                    return results;
                });
    }

    private static void add(List<byte[]> arguments, InstanceWrite write) {
        List<byte[]> marks = write.creates() ? RedisKeys.marks(write.row().keys()) : List.of();
        int entries = write.entries().size();
        arguments.add(bytes(write.row().id()));
        arguments.add(write.creates() ? CREATES : InstanceHeader.fence(write.epoch(), write.position()));
        arguments.add(bytes(marks.size()));
        arguments.add(bytes(entries));
        arguments.addAll(marks);
        // The client takes nothing but arrays.
        write.entries().forEach(entry -> arguments.add(entry.bytes()));
        arguments.add(header(write).encode());
    }

    private static InstanceHeader header(InstanceWrite write) {
        return new InstanceHeader(write.row(), write.epoch(), write.position() + write.entries().size());
    }

    private static CommitResult[] results(int count, Iterable<List<Integer>> places, List<Response> answers) {
        CommitResult[] results = new CommitResult[count];
        int at = 0;
        for (List<Integer> shard : places) {
            byte[] letters = answers.get(at++).toBytes();
            for (int i = 0; i < letters.length; i++) {
                results[shard.get(i)] = switch (letters[i]) {
                    case 'C' -> CommitResult.COMMITTED;
                    case 'E' -> CommitResult.EXISTS;
                    default -> CommitResult.FENCED;
                };
            }
        }
        return results;
    }
}
