package dev.cairn.quarkus.lifecycle;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.journal.codec.AesGcmCodec;
import dev.cairn.journal.codec.DeflateCodec;
import dev.cairn.journal.codec.EncryptionKeys;
import dev.cairn.journal.codec.Lz4Codec;
import dev.cairn.quarkus.config.CairnConfig;
import dev.cairn.quarkus.config.CompressionMethod;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.time.EncryptionNonceSource;

/**
 * The payload codecs that come with Cairn. Each is always there to read; whether it writes is configured.
 */
@Singleton
public class BuiltInCodecProducer {

    @Produces
    @Singleton
    PayloadCodec deflate(CairnConfig config) {
        return new DeflateCodec(config.compression().method() == CompressionMethod.DEFLATE, leastBytes(config));
    }

    @Produces
    @Singleton
    PayloadCodec lz4(CairnConfig config) {
        return new Lz4Codec(config.compression().method() == CompressionMethod.LZ4, leastBytes(config));
    }

    private static int leastBytes(CairnConfig config) {
        return Math.toIntExact(config.compression().minSize().asLongValue());
    }

    @Produces
    @Singleton
    PayloadCodec encryption(CairnConfig config) {
        return new AesGcmCodec(new EncryptionKeys(config.encryption().keys()), config.encryption().keyId().orElse(null),
                EncryptionNonceSource.secure());
    }
}
