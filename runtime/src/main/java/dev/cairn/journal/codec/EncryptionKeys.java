package dev.cairn.journal.codec;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of an application, each with an id. No entry is encrypted with one of them itself but with a key that is derived from it for
 * each instance, so that one key serves any number of instances.
 */
public final class EncryptionKeys {

    private static final int KEY_BYTES = 32;
    private static final int LONGEST_ID_BYTES = 64;
    private static final String MAC = "HmacSHA256";
    private static final byte[] PURPOSE = "cairn journal entries\0".getBytes(StandardCharsets.US_ASCII);

    private final Map<String, SecretKey> keys = new HashMap<>();

    /**
     * @param base64ById 32 bytes each, in base64
     * @throws IllegalArgumentException for a key or id that cannot be used; the message does not have the key
     */
    public EncryptionKeys(Map<String, String> base64ById) {
        base64ById.forEach((id, base64) -> keys.put(id, key(id, base64)));
    }

    /** True if there is a key of this id. */
    boolean has(String id) {
        return keys.containsKey(id);
    }

    /** The key for the entries of an instance. The id must be known. */
    SecretKey derive(String id, String instanceId) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(keys.get(id));
            mac.update(PURPOSE);
            return new SecretKeySpec(mac.doFinal(instanceId.getBytes(StandardCharsets.UTF_8)), "AES");
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java platform has " + MAC, impossible);
        }
    }

    private static SecretKey key(String id, String base64) {
        if (id.isEmpty() || id.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID_BYTES) {
            throw new IllegalArgumentException("CAIRN-0475: The id of an encryption key must have 1 to " + LONGEST_ID_BYTES
                    + " bytes [id=" + id + "]. Choose another one.");
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64.strip());
        } catch (IllegalArgumentException malformed) {
            bytes = new byte[0];
        }
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException("CAIRN-0476: The encryption key " + id + " is not " + KEY_BYTES
                    + " bytes in base64. Make one with: openssl rand -base64 " + KEY_BYTES);
        }
        return new SecretKeySpec(bytes, MAC);
    }
}
