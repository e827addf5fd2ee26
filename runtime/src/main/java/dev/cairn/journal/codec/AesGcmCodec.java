package dev.cairn.journal.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.time.EncryptionNonceSource;

/**
 * Encrypts entries with AES-256 in Galois/Counter Mode. Each has a nonce of its own and is bound to its place: moved to another
 * instance or position it cannot be read.
 *
 * <pre>
 * encoded = 1 (1 byte), id of the key (1 byte length, UTF-8), nonce (12 bytes), ciphertext, tag (16 bytes)
 * key     = HMAC-SHA-256 of "cairn journal entries", a zero byte and the id of the instance, with the key of that id
 * bound   = all before the nonce, position (8 bytes, big endian), id of the instance (UTF-8)
 * </pre>
 */
public final class AesGcmCodec implements PayloadCodec {

    /** Its id. */
    public static final String ID = "aes-gcm";

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int FORM = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;

    private final EncryptionKeys keys;
    private final String keyId;
    private final byte[] head;
    private final EncryptionNonceSource nonces;

    /**
     * @param keys all that entries may have been encrypted with
     * @param keyId the one to encrypt with; null to read only
     * @throws IllegalArgumentException if there is no key of this id
     */
    public AesGcmCodec(EncryptionKeys keys, String keyId, EncryptionNonceSource nonces) {
        if (keyId != null && !keys.has(keyId)) {
            throw new IllegalArgumentException(
                    "CAIRN-0477: The encryption key to write with is not configured [key-id="
                            + keyId + "]. Set quarkus.cairn.encryption.keys.\"" + keyId + "\".");
        }
        this.keys = keys;
        this.keyId = keyId;
        this.head = keyId == null ? null : head(keyId);
        this.nonces = nonces;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Stage stage() {
        return Stage.ENCRYPTION;
    }

    @Override
    public boolean writes() {
        return keyId != null;
    }

    @Override
    public byte[] encode(byte[] entry, EntryPlace place) {
        int nonceAt = head.length;
        byte[] encoded = Arrays.copyOf(head, Math.addExact(entry.length, nonceAt + NONCE_BYTES + TAG_BYTES));
        nonces.fill(encoded, nonceAt, NONCE_BYTES);
        try {
            cipher(Cipher.ENCRYPT_MODE, keyId, encoded, nonceAt, place)
                    .doFinal(entry, 0, entry.length, encoded, nonceAt + NONCE_BYTES);
            return encoded;
        } catch (GeneralSecurityException impossible) {
            throw cannotEncrypt(impossible);
        }
    }

    @Override
    public EncodedEntry encode(EncodedEntry entry, EntryPlace place) {
        if (entry.pieces().size() == 1) {
            return EncodedEntry.of(encode(entry.bytes(), place));
        }
        byte[] front = Arrays.copyOf(head, head.length + NONCE_BYTES);
        nonces.fill(front, head.length, NONCE_BYTES);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, keyId, front, head.length, place);
            List<ByteBuffer> encoded = new ArrayList<>(entry.pieces().size() + 2);
            encoded.add(ByteBuffer.wrap(front));
            for (ByteBuffer piece : entry.pieces()) {
                byte[] part = cipher.update(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
                if (part != null) {
                    encoded.add(ByteBuffer.wrap(part));
                }
            }
            encoded.add(ByteBuffer.wrap(cipher.doFinal()));
            return new EncodedEntry(encoded);
        } catch (GeneralSecurityException impossible) {
            throw cannotEncrypt(impossible);
        }
    }

    private static IllegalStateException cannotEncrypt(GeneralSecurityException impossible) {
        return new IllegalStateException("Cannot encrypt with " + CIPHER, impossible);
    }

    @Override
    public byte[] decode(byte[] encoded, EntryPlace place) {
        int nonceAt = encoded.length < 2 ? 2 : 2 + (encoded[1] & 0xFF);
        int dataAt = nonceAt + NONCE_BYTES;
        if (encoded.length < dataAt + TAG_BYTES || encoded[0] != FORM) {
            throw new PayloadCodecException("it is not of a form that can be decrypted", true, null);
        }
        String id = new String(encoded, 2, nonceAt - 2, StandardCharsets.UTF_8);
        if (!keys.has(id)) {
            throw new PayloadCodecException(
                    "CAIRN-0471: Cannot decrypt an entry [instance=" + place.instanceId() + ", position="
                            + place.position() + ", key=" + id
                            + "]: there is no key of this id. Set quarkus.cairn.encryption.keys.\"" + id
                            + "\" again; nothing is lost",
                    false, null);
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, id, encoded, nonceAt, place)
                    .doFinal(encoded, dataAt, encoded.length - dataAt);
        } catch (AEADBadTagException mismatch) {
            throw new PayloadCodecException("it cannot be decrypted with the key " + id
                    + ": that is another key than it was encrypted with, or the entry was written for another place", true,
                    mismatch);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Cannot decrypt with " + CIPHER, impossible);
        }
    }

    private Cipher cipher(int mode, String id, byte[] encoded, int nonceAt, EntryPlace place) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, keys.derive(id, place.instanceId()),
                new GCMParameterSpec(TAG_BYTES * Byte.SIZE, encoded, nonceAt, NONCE_BYTES));
        cipher.updateAAD(encoded, 0, nonceAt);
        cipher.updateAAD(ByteBuffer.allocate(Long.BYTES).putLong(place.position()).array());
        cipher.updateAAD(place.instanceId().getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    private static byte[] head(String keyId) {
        byte[] id = keyId.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + id.length).put((byte) FORM).put((byte) id.length).put(id).array();
    }
}
