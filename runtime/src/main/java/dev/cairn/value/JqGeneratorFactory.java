package dev.cairn.value;

import java.io.IOException;
import java.io.OutputStream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;

/** Makes generators of UTF-8 that print numbers as jq does. */
final class JqGeneratorFactory extends JsonFactory {

    private static final long serialVersionUID = 1L;

    JqGeneratorFactory(JsonFactoryBuilder settings) {
        super(settings);
    }

    @Override
    protected JsonGenerator _createUTF8Generator(OutputStream out, IOContext context) {
        return new JqGenerator(context, _generatorFeatures, _objectCodec, out, _quoteChar);
    }

    private static final class JqGenerator extends UTF8JsonGenerator {

        JqGenerator(IOContext context, int features, ObjectCodec codec, OutputStream out, char quoteChar) {
            super(context, features, codec, out, quoteChar);
        }

        @Override
        public void writeNumber(double value) throws IOException {
            writeNumber(JqNumberText.text(value));
        }
    }
}
