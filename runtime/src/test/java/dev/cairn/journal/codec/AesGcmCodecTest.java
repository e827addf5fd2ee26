package dev.cairn.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.time.EncryptionNonceSource;

class AesGcmCodecTest {

    private static final EntryPlace PLACE = new EntryPlace("01J8", 3);
    private static final byte[] SECRET = "the card is 4111 1111 1111 1111".getBytes(StandardCharsets.UTF_8);
    private static final String FIRST = key(1);
    private static final String SECOND = key(2);

    private final AesGcmCodec codec = codec("a", Map.of("a", FIRST));

    @Test
    void whatIsEncryptedIsDecryptedInItsPlace() {
        byte[] encrypted = codec.encode(SECRET, PLACE);
        assertThat(new String(encrypted, StandardCharsets.ISO_8859_1)).doesNotContain("4111");
        assertThat(codec.decode(encrypted, PLACE)).isEqualTo(SECRET);
    }

    @Test
    void theFormStaysAsItIs() {
        // The expected bytes were computed by another implementation from the description of the format.
        AesGcmCodec fixed = new AesGcmCodec(new EncryptionKeys(Map.of("a", FIRST)), "a",
                (bytes, offset, length) -> Arrays.fill(bytes, offset, offset + length, (byte) 7));
        assertThat(HexFormat.of().formatHex(fixed.encode(new byte[] { 1, 2, 3 }, PLACE)))
                .isEqualTo("010161" + "07".repeat(12) + "8fb3dfa73f3c7bf2d35bd005c1b540ab4fad02");
    }

    @Test
    void piecesAreEncryptedOneByOneToWhatTheWholeWouldBe() {
        AesGcmCodec fixed = new AesGcmCodec(new EncryptionKeys(Map.of("a", FIRST)), "a",
                (bytes, offset, length) -> Arrays.fill(bytes, offset, offset + length, (byte) 7));
        byte[] entry = "0123456789".repeat(50_000).getBytes(StandardCharsets.US_ASCII);
        List<ByteBuffer> pieces = new ArrayList<>();
        pieces.add(ByteBuffer.allocate(0));
        for (int from = 0; from < entry.length; from += 4_999) {
            pieces.add(ByteBuffer.wrap(entry, from, Math.min(4_999, entry.length - from)));
        }
        EncodedEntry encrypted = fixed.encode(new EncodedEntry(pieces), PLACE);
        assertThat(encrypted.pieces()).hasSizeGreaterThan(100);
        assertThat(encrypted.bytes()).isEqualTo(fixed.encode(entry, PLACE));
        assertThat(codec.decode(encrypted.bytes(), PLACE)).isEqualTo(entry);
        assertThat(fixed.encode(EncodedEntry.of(entry), PLACE).bytes()).isEqualTo(encrypted.bytes());
    }

    @Test
    void theSameEntryNeverLooksTheSame() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(HexFormat.of().formatHex(codec.encode(SECRET, PLACE)));
        }
        assertThat(seen).hasSize(1_000);
    }

    @Test
    void anEntryCannotBeMovedToAnotherPlace() {
        byte[] encrypted = codec.encode(SECRET, PLACE);
        assertDamaged(() -> codec.decode(encrypted, new EntryPlace("01J9", 3)));
        assertDamaged(() -> codec.decode(encrypted, new EntryPlace("01J8", 4)));
    }

    @Test
    void keysAreRotated() {
        byte[] old = codec.encode(SECRET, PLACE);
        AesGcmCodec rotated = codec("b", Map.of("a", FIRST, "b", SECOND));
        assertThat(rotated.decode(old, PLACE)).isEqualTo(SECRET);
        byte[] fresh = rotated.encode(SECRET, PLACE);
        assertThat(codec("b", Map.of("b", SECOND)).decode(fresh, PLACE)).isEqualTo(SECRET);
    }

    @Test
    void aKeyThatIsMissingIsNamed() {
        byte[] encrypted = codec.encode(SECRET, PLACE);
        assertThatThrownBy(() -> codec(null, Map.of()).decode(encrypted, PLACE))
                .isInstanceOf(PayloadCodecException.class).matches(failure -> !((PayloadCodecException) failure).damaged())
                .hasMessage(
                        "CAIRN-0471: Cannot decrypt an entry [instance=01J8, position=3, key=a]: there is no key of this id."
                                + " Set quarkus.cairn.encryption.keys.\"a\" again; nothing is lost");
    }

    @Test
    void anotherKeyOfTheSameIdIsNoticed() {
        byte[] encrypted = codec.encode(SECRET, PLACE);
        assertDamaged(() -> codec("a", Map.of("a", SECOND)).decode(encrypted, PLACE));
    }

    @Test
    void whatIsCutOffOrChangedIsNoticed() {
        byte[] encrypted = codec.encode(SECRET, PLACE);
        for (int length = 0; length < encrypted.length; length++) {
            byte[] cut = Arrays.copyOf(encrypted, length);
            assertDamaged(() -> codec.decode(cut, PLACE));
        }
        for (int i = 0; i < encrypted.length; i++) {
            byte[] changed = encrypted.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> codec.decode(changed, PLACE)).as("byte %d", i).isInstanceOf(PayloadCodecException.class);
        }
    }

    @Test
    void whetherItWritesDependsOnTheKeyId() {
        assertThat(codec.writes()).isTrue();
        assertThat(codec(null, Map.of("a", FIRST)).writes()).isFalse();
    }

    @Test
    void keysThatCannotBeUsedAreRefusedWithoutBeingRepeated() {
        assertThatThrownBy(() -> codec("b", Map.of("a", FIRST))).hasMessageStartingWith("CAIRN-0477: ")
                .hasMessageContaining("keys.\"b\"");
        for (String wrong : new String[] { "c2hvcnQ=", "§§§", FIRST + "AAAA" }) {
            assertThatThrownBy(() -> codec("a", Map.of("a", wrong))).hasMessageStartingWith("CAIRN-0476: The encryption key a ")
                    .hasMessageNotContaining(wrong);
        }
        assertThatThrownBy(() -> codec("a", Map.of("", FIRST))).hasMessageStartingWith("CAIRN-0475: ");
        assertThatThrownBy(() -> codec("a", Map.of("i".repeat(65), FIRST))).hasMessageStartingWith("CAIRN-0475: ");
    }

    private static void assertDamaged(org.assertj.core.api.ThrowableAssert.ThrowingCallable decoding) {
        assertThatThrownBy(decoding).isInstanceOf(PayloadCodecException.class)
                .matches(failure -> ((PayloadCodecException) failure).damaged());
    }

    private static AesGcmCodec codec(String keyId, Map<String, String> keys) {
        return new AesGcmCodec(new EncryptionKeys(keys), keyId, EncryptionNonceSource.secure());
    }

    private static String key(int fill) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return Base64.getEncoder().encodeToString(key);
    }
}
