package dev.cairn.runtime;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.journal.codec.AesGcmCodec;
import dev.cairn.journal.codec.DeflateCodec;
import dev.cairn.journal.codec.EncryptionKeys;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.time.Nonces;

/**
 * The payload codecs that come with Cairn. Each is always there to read; whether it writes is configured.
 */
@Singleton
public class PayloadCodecs {

    @Produces
    @Singleton
    PayloadCodec compression(CairnConfig config) {
        return new DeflateCodec(config.compression().method() == CompressionMethod.DEFLATE,
                Math.toIntExact(config.compression().minSize().asLongValue()));
    }

    @Produces
    @Singleton
    PayloadCodec encryption(CairnConfig config) {
        return new AesGcmCodec(new EncryptionKeys(config.encryption().keys()), config.encryption().keyId().orElse(null),
                Nonces.secure());
    }
}
