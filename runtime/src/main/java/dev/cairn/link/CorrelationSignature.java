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

/**
 * The part of a filter of events that an index can use: the type of the events, and the expressions that take the expected values out of
 * an event. A filter and an event that fits it have the same key. The reverse does not hold: the filter has other conditions too. Immutable.
 */
public final class CorrelationSignature {

    private final String type;
    private final List<IndexedCorrelation> correlations;
    private final String id;

    private CorrelationSignature(String type, List<IndexedCorrelation> correlations) {
        this.type = type;
        this.correlations = correlations;
        ValueHash hash = new ValueHash().add(type);
        correlations.forEach(correlation -> hash.add(correlation.fromHash));
        this.id = hash.text();
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
        return hash.text();
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
