package dev.cairn.link;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.link.ExpressionVariableUse;
import dev.cairn.jq.tree.ExpressionCodec;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.ListenPlan.CorrelationPlan;
import dev.cairn.program.ListenPlan.FilterPlan;
import dev.cairn.value.ValueHash;

/**
 * The part of a filter of events that an index can use: the type of the events, and the expressions that take the expected values out of
 * an event. A filter and an event that fits it have the same key. The reverse does not hold: the filter has other conditions too. Immutable.
 *
 * <p>
 * Stores have the keys of listening instances for as long as these listen, and publishers compute the same keys later, perhaps with a
 * newer version of Cairn. So the id of a signature, and each key, begins with {@link #KEY_VERSION}. A key depends on the trees that
 * the compiler makes of expressions, on the bytes that {@link ExpressionCodec} writes for them, and on {@link ValueHash}.
 * {@code CorrelationKeyGoldenTest} fails if one of them changes. Prefer to leave the keys as they are: give this class a writer of
 * its own that writes the former bytes. If that is impossible:
 * <ol>
 * <li>Raise the version.
 * <li>Keep the former computation beside the new one, and let {@link ListenSignatures#all()} give both signatures of a filter, so that
 * publishers search for both keys. {@link ListenSignatures#of} gives the new one alone: instances subscribe with it.
 * <li>Remove the former computation when no supported version has written such keys. Instances that still listen by then have to
 * be loaded once, for example by suspending and resuming them, so that they subscribe again.
 * </ol>
 */
public final class CorrelationSignature {

    /** Version of the computation of keys; the class says how to change it. */
    static final String KEY_VERSION = "1";

    private final String type;
    private final List<IndexedCorrelation> correlations;
    private final String id;

    private CorrelationSignature(String type, List<IndexedCorrelation> correlations) {
        this.type = type;
        this.correlations = correlations;
        ValueHash hash = new ValueHash().add(type);
        correlations.forEach(correlation -> hash.add(correlation.fromHash));
        this.id = versioned(hash);
    }

    /**
     * The signature of a filter. A filter has none if its type is an expression. It has none either if nothing but an expression
     * selects among the events of its type.
     */
    static Optional<CorrelationSignature> of(FilterPlan filter) {
        String type = filter.type();
        if (type == null) {
            return Optional.empty();
        }
        List<IndexedCorrelation> correlations = filter.correlations().stream()
                .filter(correlation -> correlation.expect() != null && seesEventAlone(correlation.from()))
                .map(IndexedCorrelation::of).sorted(Comparator.comparing(IndexedCorrelation::fromHash)).toList();
        boolean plain = filter.attributes().stream().allMatch(attribute -> attribute.literal() != null);
        return plain || !correlations.isEmpty() ? Optional.of(new CorrelationSignature(type, correlations)) : Optional.empty();
    }

    private static boolean seesEventAlone(BoundExpression from) {
        return from.bindings().isEmpty() && !ExpressionVariableUse.of(from.expression()).usesNow();
    }

    /** The type of the events. */
    public String type() {
        return type;
    }

    /** The same for signatures that give all events the same keys, in all programs and on all nodes. */
    public String id() {
        return id;
    }

    /** The names of the correlations, in the order of their values in a key. */
    public List<String> names() {
        return correlations.stream().map(IndexedCorrelation::name).toList();
    }

    List<BoundExpression> expressions() {
        return correlations.stream().map(IndexedCorrelation::from).toList();
    }

    /**
     * The key of an event or a listener.
     *
     * @param values in the order of {@link #names()}
     */
    public String key(List<JsonNode> values) {
        ValueHash hash = new ValueHash().add(id);
        values.forEach(hash::add);
        return versioned(hash);
    }

    private static String versioned(ValueHash hash) {
        return KEY_VERSION + '.' + hash.text();
    }

    private record IndexedCorrelation(String name, BoundExpression from, String fromHash) {

        static IndexedCorrelation of(CorrelationPlan correlation) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try {
                ExpressionCodec.write(correlation.from().expression(), new DataOutputStream(bytes));
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            return new IndexedCorrelation(correlation.name(), correlation.from(),
                    new ValueHash().add(HexFormat.of().formatHex(bytes.toByteArray())).text());
        }
    }
}
