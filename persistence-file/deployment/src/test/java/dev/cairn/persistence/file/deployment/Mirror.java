package dev.cairn.persistence.file.deployment;

import jakarta.inject.Singleton;

import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodec;

/** A codec of an application: turns every byte around. */
@Singleton
class Mirror implements PayloadCodec {

    @Override
    public String id() {
        return "mirror";
    }

    @Override
    public Stage stage() {
        return Stage.COMPRESSION;
    }

    @Override
    public byte[] encode(byte[] entry, EntryPlace place) {
        byte[] turned = new byte[entry.length];
        for (int i = 0; i < entry.length; i++) {
            turned[i] = (byte) ~entry[i];
        }
        return turned;
    }

    @Override
    public byte[] decode(byte[] encoded, EntryPlace place) {
        return encode(encoded, place);
    }
}
