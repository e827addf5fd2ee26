package dev.cairn.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.cairn.journal.codec.AesGcmCodec;
import dev.cairn.journal.codec.EncryptionKeys;
import dev.cairn.journal.codec.Lz4Codec;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.time.EncryptionNonceSource;

class PayloadCodecChainTest {

    private static final EntryPlace PLACE = new EntryPlace("i", 2);
    private static final byte[] ENTRY = { 1, 2, 3, 4, 5 };

    @Test
    void codecsAreAppliedByStageAndTakenOffInReverse() {
        PayloadCodecChain seal = PayloadCodecChain
                .of(List.of(new Suffix("z", PayloadCodec.Stage.ENCRYPTION), new Suffix("b", PayloadCodec.Stage.COMPRESSION),
                        new Suffix("a", PayloadCodec.Stage.COMPRESSION)));
        byte[] sealed = seal.seal(ENTRY, PLACE);
        assertThat(HexFormat.of().formatHex(sealed, 0, sealed.length - 4)).isEqualTo("c003" + "0161" + "0162" + "017a"
                + "0102030405" + hex("a2") + hex("b2") + hex("z2"));
        assertThat(seal.open(sealed, PLACE)).isEqualTo(ENTRY);
    }

    @Test
    void withoutCodecsEntriesAreStoredAsTheyAre() {
        assertThat(PayloadCodecChain.NONE.seal(ENTRY, PLACE)).isSameAs(ENTRY);
        assertThat(PayloadCodecChain.NONE.open(ENTRY, PLACE)).isSameAs(ENTRY);
    }

    @Test
    void anEntryInPiecesIsSealedAsItIsWhole() {
        EncodedEntry pieces = new EncodedEntry(List.of(ByteBuffer.wrap(ENTRY, 0, 1), ByteBuffer.wrap(ENTRY, 1, 0),
                ByteBuffer.wrap(ENTRY, 1, ENTRY.length - 1)));
        assertThat(PayloadCodecChain.NONE.seal(pieces, PLACE)).isSameAs(pieces);
        PayloadCodecChain two = PayloadCodecChain.of(List.of(new Suffix("a", PayloadCodec.Stage.COMPRESSION),
                new Suffix("b", PayloadCodec.Stage.ENCRYPTION)));
        assertThat(two.seal(pieces, PLACE).bytes()).isEqualTo(two.seal(ENTRY, PLACE)).isNotEqualTo(ENTRY);
        PayloadCodecChain picky = PayloadCodecChain.of(List.of(new Suffix("picky", PayloadCodec.Stage.COMPRESSION) {
            @Override
            public byte[] encode(byte[] entry, EntryPlace place) {
                return entry;
            }
        }, new Suffix("b", PayloadCodec.Stage.ENCRYPTION)));
        assertThat(picky.seal(pieces, PLACE).bytes()).isEqualTo(picky.seal(ENTRY, PLACE));
    }

    @Test
    void aLargeEntryStaysInPieces() {
        byte[] entry = new byte[1 << 20];
        new Random(1).nextBytes(entry);
        Arrays.fill(entry, 0, entry.length / 2, (byte) 0);
        List<ByteBuffer> pieces = new ArrayList<>();
        for (int from = 0; from < entry.length; from += 1 << 16) {
            pieces.add(ByteBuffer.wrap(Arrays.copyOfRange(entry, from, from + (1 << 16))));
        }
        EncryptionKeys keys = new EncryptionKeys(Map.of("k", Base64.getEncoder().encodeToString(new byte[32])));
        PayloadCodecChain seal = PayloadCodecChain
                .of(List.of(new AesGcmCodec(keys, "k", EncryptionNonceSource.secure()), new Lz4Codec(true, 0)));
        EncodedEntry sealed = seal.seal(new EncodedEntry(pieces), PLACE);
        assertThat(sealed.size()).isBetween(entry.length / 2, entry.length * 3 / 4);
        assertThat(sealed.pieces()).hasSizeGreaterThan(4)
                .allSatisfy(piece -> assertThat(piece.array().length).isLessThan(200_000));
        assertThat(seal.open(sealed.bytes(), PLACE)).isEqualTo(entry);
    }

    @Test
    void anEntryThatNoCodecWantedIsStoredAsItIs() {
        PayloadCodecChain seal = PayloadCodecChain.of(List.of(new Suffix("picky", PayloadCodec.Stage.COMPRESSION) {
            @Override
            public byte[] encode(byte[] entry, EntryPlace place) {
                return entry;
            }
        }));
        assertThat(seal.seal(ENTRY, PLACE)).isSameAs(ENTRY);
    }

    @Test
    void aCodecThatNoLongerWritesStillReads() {
        byte[] sealed = PayloadCodecChain.of(List.of(new Suffix("a", PayloadCodec.Stage.COMPRESSION))).seal(ENTRY, PLACE);
        PayloadCodecChain reading = PayloadCodecChain.of(List.of(new Suffix("a", PayloadCodec.Stage.COMPRESSION) {
            @Override
            public boolean writes() {
                return false;
            }
        }));
        assertThat(reading.seal(ENTRY, PLACE)).isSameAs(ENTRY);
        assertThat(reading.open(sealed, PLACE)).isEqualTo(ENTRY);
    }

    @Test
    void aCodecThatIsMissingIsNamed() {
        byte[] sealed = PayloadCodecChain.of(List.of(new Suffix("mine", PayloadCodec.Stage.COMPRESSION))).seal(ENTRY, PLACE);
        assertThatThrownBy(() -> PayloadCodecChain.NONE.open(sealed, PLACE)).isInstanceOf(PayloadCodecException.class)
                .hasMessageStartingWith("CAIRN-0472: Cannot read an entry [instance=i, position=2, codec=mine]");
    }

    @Test
    void whatIsCutOffOrChangedIsNoticed() {
        PayloadCodecChain seal = PayloadCodecChain.of(List.of(new Suffix("a", PayloadCodec.Stage.COMPRESSION)));
        byte[] sealed = seal.seal(ENTRY, PLACE);
        for (int length = 1; length < sealed.length; length++) {
            byte[] cut = Arrays.copyOf(sealed, length);
            assertThatThrownBy(() -> seal.open(cut, PLACE)).isInstanceOf(DamagedEntryException.class);
        }
        for (int bit = 8; bit < sealed.length * 8; bit++) {
            byte[] changed = sealed.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> seal.open(changed, PLACE)).as("bit %d", bit).isInstanceOf(DamagedEntryException.class);
        }
    }

    @Test
    void whatACodecCallsDamagedIsADamagedEntry() {
        PayloadCodecChain seal = PayloadCodecChain.of(List.of(new Suffix("a", PayloadCodec.Stage.COMPRESSION)));
        byte[] sealed = seal.seal(ENTRY, PLACE);
        assertThatThrownBy(() -> seal.open(sealed, new EntryPlace("i", 3))).isInstanceOf(DamagedEntryException.class)
                .hasMessage("A journal entry cannot be read: wrong suffix");
    }

    @Test
    void idsAreShortAndDifferent() {
        for (String id : List.of("", "Upper", "with space", "x".repeat(33))) {
            assertThatThrownBy(() -> PayloadCodecChain.of(List.of(new Suffix(id, PayloadCodec.Stage.COMPRESSION))))
                    .hasMessageStartingWith("CAIRN-0473: ");
        }
        assertThatThrownBy(() -> PayloadCodecChain.of(List.of(new Suffix("a", PayloadCodec.Stage.COMPRESSION),
                new Suffix("a", PayloadCodec.Stage.ENCRYPTION)))).hasMessageStartingWith("CAIRN-0473: ");
        List<Suffix> nine = IntStream.range(0, 9).mapToObj(i -> new Suffix("c" + i, PayloadCodec.Stage.COMPRESSION)).toList();
        assertThatThrownBy(() -> PayloadCodecChain.of(nine)).hasMessageStartingWith("CAIRN-0474: ");
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Appends its id and the position. */
    private static class Suffix implements PayloadCodec {
        private final String id;
        private final Stage stage;

        Suffix(String id, Stage stage) {
            this.id = id;
            this.stage = stage;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public Stage stage() {
            return stage;
        }

        @Override
        public byte[] encode(byte[] entry, EntryPlace place) {
            byte[] suffix = suffix(place);
            byte[] encoded = Arrays.copyOf(entry, entry.length + suffix.length);
            System.arraycopy(suffix, 0, encoded, entry.length, suffix.length);
            return encoded;
        }

        @Override
        public byte[] decode(byte[] encoded, EntryPlace place) {
            byte[] suffix = suffix(place);
            int length = encoded.length - suffix.length;
            if (!Arrays.equals(encoded, length, encoded.length, suffix, 0, suffix.length)) {
                throw new PayloadCodecException("wrong suffix", true, null);
            }
            return Arrays.copyOf(encoded, length);
        }

        private byte[] suffix(EntryPlace place) {
            return (id + place.position()).getBytes(StandardCharsets.US_ASCII);
        }
    }
}
