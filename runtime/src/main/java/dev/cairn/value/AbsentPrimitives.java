package dev.cairn.value;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.NullValueProvider;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.util.AccessPattern;
import com.fasterxml.jackson.databind.util.ClassUtil;

/**
 * Tells a property that is absent from one that is null, where a constructor takes a primitive value: an absent one has the default of its
 * type, as in a class without constructor. Jackson itself refuses both or neither.
 */
final class AbsentPrimitives extends BeanDeserializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("deprecation")
    public BeanDeserializerBuilder updateBuilder(DeserializationConfig config, BeanDescription bean,
            BeanDeserializerBuilder builder) {
        SettableBeanProperty[] arguments = builder.getValueInstantiator().getFromObjectArguments(config);
        for (int i = 0; arguments != null && i < arguments.length; i++) {
            SettableBeanProperty argument = arguments[i];
            if (argument != null && argument.getType().isPrimitive()) {
                arguments[i] = argument.withNullProvider(new AbsentValue(argument.getType()));
                builder.addOrReplaceProperty(arguments[i], true);
            }
        }
        return builder;
    }

    private record AbsentValue(JavaType type) implements NullValueProvider {

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return ClassUtil.defaultValue(type.getRawClass());
        }

        @Override
        public Object getNullValue(DeserializationContext context) throws JsonMappingException {
            return context.reportInputMismatch(type, "There is no null of this type");
        }

        @Override
        public AccessPattern getNullAccessPattern() {
            return AccessPattern.DYNAMIC;
        }
    }
}
