package dev.cairn.persistence.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** Reads instances whose ids are known. */
final class Loader {

    /** Entries that are read at once. */
    private static final int PAGE = 1_000;

    private final Server server;
    private final Keys keys;
    private final Settled settled;

    Loader(Server server, Keys keys, Settled settled) {
        this.server = server;
        this.keys = keys;
        this.settled = settled;
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
        return settled.when(found.stream().map(Loaded::header).toList())
                .replaceWith(() -> found.stream().map(Loaded::stored).toList());
    }

    /** An instance whose journal begins with these elements. */
    private Uni<Optional<Loaded>> load(String id, Response elements) {
        if (elements.size() == 0) {
            return Uni.createFrom().item(Optional.empty());
        }
        Header header = Header.decode(id, elements.get(0).toBytes());
        List<byte[]> entries = new ArrayList<>((int) header.entries());
        for (int i = 1; i < elements.size(); i++) {
            entries.add(elements.get(i).toBytes());
        }
        boolean atOnce = elements.size() <= PAGE;
        return atOnce && entries.size() != header.entries() ? incomplete(header, entries.size())
                : loadRest(new Loaded(header, entries), atOnce);
    }

    /** Reads on, until there are too many entries or no more. */
    private Uni<Optional<Loaded>> loadRest(Loaded begun, boolean complete) {
        Header header = begun.header;
        List<byte[]> entries = begun.entries;
        if (!complete && entries.size() <= header.entries()) {
            long from = entries.size() + 1L;
            String id = header.row().id();
            return server.read(loading(id), range(id, from, from + PAGE - 1)).flatMap(elements -> {
                elements.forEach(element -> entries.add(element.toBytes()));
                return loadRest(begun, elements.size() < PAGE);
            });
        }
        return entries.size() == header.entries() ? Uni.createFrom().item(Optional.of(begun)) : compared(begun);
    }

    /**
     * The header of an instance counts other entries than were read: it went on meanwhile, or was removed, perhaps created again; or
     * else somebody changed its journal.
     */
    private Uni<Optional<Loaded>> compared(Loaded read) {
        Header before = read.header;
        InstanceRow row = before.row();
        return header(row.id()).flatMap(found -> {
            if (found.isEmpty()) {
                return Uni.createFrom().item(Optional.empty());
            }
            Header now = found.get();
            if (now.equals(before)) {
                return incomplete(before, read.entries.size());
            }
            if (now.row().createdAtMillis() == row.createdAtMillis() && now.entries() >= read.entries.size()
                    && read.entries.size() > before.entries()) {
                return Uni.createFrom().item(Optional.of(read.asFarAsCounted()));
            }
            return Uni.createFrom()
                    .failure(Failures.failed(loading(row.id()), new IllegalStateException("It changed meanwhile")));
        });
    }

    private static Uni<Optional<Loaded>> incomplete(Header header, int found) {
        return Uni.createFrom().failure(Failures.incomplete(header.row().id(), header.entries(), found));
    }

    private static String loading(String id) {
        return "load the instance " + id;
    }

    private Request range(String id, long from, long to) {
        return Request.cmd(Command.LRANGE).arg(keys.instance(id)).arg(from).arg(to);
    }

    Uni<Optional<InstanceRow>> row(String id) {
        return header(id).flatMap(found -> settled.when(found.stream().toList()).replaceWith(() -> found.map(Header::row)));
    }

    private Uni<Optional<Header>> header(String id) {
        return server.read("read the instance " + id, Request.cmd(Command.LINDEX).arg(keys.instance(id)).arg(0))
                .map(header -> Optional.ofNullable(header).map(found -> Header.decode(id, found.toBytes())));
    }

    private record Loaded(Header header, List<byte[]> entries) {
        StoredInstance stored() {
            return new StoredInstance(header.row(), header.epoch(), entries);
        }

        Loaded asFarAsCounted() {
            return new Loaded(header, entries.subList(0, Math.toIntExact(header.entries())));
        }
    }
}
