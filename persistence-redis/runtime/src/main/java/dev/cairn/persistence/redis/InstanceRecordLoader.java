package dev.cairn.persistence.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** Loads instances by their ids. */
final class InstanceRecordLoader {

    /** Entries that are read at once. */
    private static final int PAGE = 1_000;

    private final RedisScriptRunner server;
    private final RedisKeys keys;
    private final DurableReadBarrier readBarrier;

    InstanceRecordLoader(RedisScriptRunner server, RedisKeys keys, DurableReadBarrier readBarrier) {
        this.server = server;
        this.keys = keys;
        this.readBarrier = readBarrier;
    }

    Uni<Optional<StoredInstance>> load(String id) {
        return server.read(loading(id), range(id, 0, PAGE)).flatMap(elements -> load(id, elements))
                .flatMap(found -> told(found.stream().toList())).map(stored -> stored.stream().findFirst());
    }

    Uni<List<StoredInstance>> loadAll(List<String> ids) {
        return server.read("load instances", ids.stream().map(id -> range(id, 0, PAGE)).toList()).flatMap(beginnings -> Multi
                .createFrom().range(0, ids.size())
                .onItem().transformToUniAndConcatenate(i -> load(ids.get(i), beginnings.get(i)))
                .select().where(Optional::isPresent).map(Optional::get).collect().asList()).flatMap(this::told);
    }

    private Uni<List<StoredInstance>> told(List<Loaded> found) {
        return readBarrier.when(found.stream().map(Loaded::header).toList())
                .replaceWith(() -> found.stream().map(Loaded::stored).toList());
    }

    /** An instance whose list begins with these elements. */
    private Uni<Optional<Loaded>> load(String id, Response beginning) {
        if (beginning.size() == 0) {
            return Uni.createFrom().item(Optional.empty());
        }
        List<byte[]> elements = new ArrayList<>();
        beginning.forEach(element -> elements.add(element.toBytes()));
        if (elements.size() <= PAGE) {
            Loaded loaded = Loaded.of(id, elements.get(elements.size() - 1), elements);
            return loaded.isExact() ? Uni.createFrom().item(Optional.of(loaded)) : incomplete(loaded.header, elements.size());
        }
        // The removed element may have been the header, with an entry in its place before the header is read.
        elements.remove(PAGE);
        return encodedHeader(id).flatMap(found -> found.isEmpty() ? Uni.createFrom().item(Optional.empty())
                : loadRest(Loaded.of(id, found.get(), elements), false));
    }

    /** Reads on, until the header should have been read or there is no more. */
    private Uni<Optional<Loaded>> loadRest(Loaded begun, boolean complete) {
        List<byte[]> elements = begun.elements;
        if (!complete && elements.size() <= begun.header.entries()) {
            String id = begun.header.row().id();
            long from = elements.size();
            return server.read(loading(id), range(id, from, from + PAGE - 1)).flatMap(more -> {
                more.forEach(element -> elements.add(element.toBytes()));
                return loadRest(begun, more.size() < PAGE);
            });
        }
        return begun.isExact() ? Uni.createFrom().item(Optional.of(begun)) : compared(begun);
    }

    /**
     * The header of an instance counts other entries than were read: it went on meanwhile, or was removed, perhaps created
     * again; or other software changed its journal.
     */
    private Uni<Optional<Loaded>> compared(Loaded read) {
        InstanceHeader before = read.header;
        InstanceRow row = before.row();
        return header(row.id()).flatMap(found -> {
            if (found.isEmpty()) {
                return Uni.createFrom().item(Optional.empty());
            }
            InstanceHeader now = found.get();
            if (now.equals(before)) {
                return counted(before);
            }
            if (now.row().createdAtMillis() == row.createdAtMillis() && now.entries() >= before.entries()
                    && read.elements.size() > before.entries()) {
                return Uni.createFrom().item(Optional.of(read));
            }
            return changed(row.id());
        });
    }

    /** The first part may have been read from an earlier instance with that id. */
    private Uni<Optional<Loaded>> counted(InstanceHeader header) {
        String id = header.row().id();
        return server.read(loading(id), Request.cmd(Command.LLEN).arg(keys.instance(id))).flatMap(
                length -> length.toLong() == header.entries() + 1 ? changed(id) : incomplete(header, length.toLong()));
    }

    private static Uni<Optional<Loaded>> changed(String id) {
        return Uni.createFrom()
                .failure(RedisStoreExceptionFactory.failed(loading(id), new IllegalStateException("It changed meanwhile")));
    }

    private static Uni<Optional<Loaded>> incomplete(InstanceHeader header, long elements) {
        return Uni.createFrom()
                .failure(RedisStoreExceptionFactory.incomplete(header.row().id(), header.entries(), elements - 1));
    }

    private static String loading(String id) {
        return "load the instance " + id;
    }

    private Request range(String id, long from, long to) {
        return Request.cmd(Command.LRANGE).arg(keys.instance(id)).arg(from).arg(to);
    }

    Uni<Optional<InstanceRow>> row(String id) {
        return header(id)
                .flatMap(found -> readBarrier.when(found.stream().toList()).replaceWith(() -> found.map(InstanceHeader::row)));
    }

    private Uni<Optional<InstanceHeader>> header(String id) {
        return encodedHeader(id).map(found -> found.map(header -> InstanceHeader.decode(id, header)));
    }

    private Uni<Optional<byte[]>> encodedHeader(String id) {
        return server.read("read the instance " + id, Request.cmd(Command.LINDEX).arg(keys.instance(id)).arg(-1))
                .map(header -> Optional.ofNullable(header).map(Response::toBytes));
    }

    /**
     * @param encoded the header
     * @param elements the beginning of its list
     */
    private record Loaded(InstanceHeader header, byte[] encoded, List<byte[]> elements) {
        static Loaded of(String id, byte[] encoded, List<byte[]> elements) {
            return new Loaded(InstanceHeader.decode(id, encoded), encoded, elements);
        }

        /** True if the header is behind as many entries as it counts. */
        boolean isExact() {
            int at = Math.toIntExact(header.entries());
            return at < elements.size() && Arrays.equals(elements.get(at), encoded);
        }

        StoredInstance stored() {
            return new StoredInstance(header.row(), header.epoch(), elements.subList(0, Math.toIntExact(header.entries())));
        }
    }
}
