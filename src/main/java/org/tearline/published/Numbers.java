// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.node.POJONode;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.type.CollectionType;

/**
 * A list of whole numbers as one node of a tree: its text, and all that a limit asks. A file has tens of thousands of
 * numbers, each of which would be a node to make, print, compare and hash by itself. Immutable. Thread-safe.
 *
 * @param text without white space, as canonical and stored text have it
 * @param size how many there are
 */
public record Numbers(String text, long least, long most, int size) {
    /** Four digits and a comma, with room for a few longer ones. */
    private static final int USUAL_LENGTH = 8;

    /** Returns the list that a node is; null if it is another node. */
    public static Numbers of(JsonNode node) {
        return node instanceof POJONode embedded && embedded.getPojo() instanceof Numbers numbers ? numbers : null;
    }

    private static Numbers of(List<? extends Number> list) {
        StringBuilder text = new StringBuilder(USUAL_LENGTH * list.size() + 2);
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        char before = '[';
        for (Number number : list) {
            text.append(before);
            before = ',';
            if (number == null) {
                // Within no limits.
                text.append("null");
                least = Long.MIN_VALUE;
                most = Long.MAX_VALUE;
            } else {
                long value = number.longValue();
                text.append(value);
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }
        return new Numbers((list.isEmpty() ? text.append('[') : text).append(']').toString(), least, most, list.size());
    }

    /** Makes the lists of integers and longs of a tree such nodes. */
    static final class Module extends JacksonModule {
        @Override
        public String getModuleName() {
            return "numbers";
        }

        @Override
        public Version version() {
            return Version.unknownVersion();
        }

        @Override
        public void setupModule(SetupContext context) {
            context.addSerializers(new Serializers.Base() {
                @Override
                public ValueSerializer<?> findCollectionSerializer(SerializationConfig config, CollectionType type,
                    BeanDescription.Supplier bean, JsonFormat.Value format,
                    TypeSerializer typed, ValueSerializer<Object> element) {
                    Class<?> content = type.getContentType().getRawClass();
                    return content == Long.class || content == Integer.class ? new OfList() : null;
                }
            });
        }
    }

    private static final class OfList extends ValueSerializer<List<? extends Number>> {
        @Override
        public void serialize(List<? extends Number> list, JsonGenerator out, SerializationContext context) {
            out.writeEmbeddedObject(of(list));
        }

        @Override
        public boolean isEmpty(SerializationContext context, List<? extends Number> list) {
            return list.isEmpty();
        }
    }
}
