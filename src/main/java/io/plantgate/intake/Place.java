package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Text;

/** Where a value stands: in the item or beside it. */
sealed interface Place {

    /** The value, or null. */
    FieldValue in(ReadItem item);

    /** In the item itself. */
    record InItem(Pointer pointer) implements Place {
        @Override
        public FieldValue in(ReadItem item) {
            return pointer.in(item.tree());
        }

        @Override
        public String toString() {
            return pointer.toString();
        }
    }

    /** Among the facts of the transport: a header, a routing key, an attribute. */
    record InFact(String name) implements Place {
        @Override
        public FieldValue in(ReadItem item) {
            String fact = item.facts().get(name);
            return fact == null ? null : new Text(fact);
        }

        @Override
        public String toString() {
            return "fact " + name;
        }
    }

    /** A level of the MQTT topic, from 1. */
    record InTopic(int level) implements Place {
        static final String FACT = "topic";

        @Override
        public FieldValue in(ReadItem item) {
            String topic = item.facts().get(FACT);
            String[] levels = topic == null ? new String[0] : topic.split("/", -1);
            return level > levels.length ? null : new Text(levels[level - 1]);
        }

        @Override
        public String toString() {
            return "topic level " + level;
        }
    }
}
