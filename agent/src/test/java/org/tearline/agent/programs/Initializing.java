// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Table.ordered;
import static org.tearline.agent.programs.Table.unordered;

import org.tearline.agent.programs.Table.Row;
import org.tearline.agent.programs.Table.Value;

/** A crowd reads values that whoever used a class first wrote in its initializer, or one that was written later. */
public final class Initializing {
    private static Value given;
    private static Escaped escaped;

    public static void main(String[] arguments) throws Exception {
        initialized("initializedConstant", value -> Constant.WRITTEN.read());
        initialized("initializedArray", value -> Array.WRITTEN[0].read());
        initialized("initializedNumber", value -> value.at((int) Number.LINE).read());
        initialized("initializedGetter", value -> Getter.written().read());
        initialized("initializedInside", value -> Inside.use());
        initialized("initializedObject", value -> new Made());
        initialized("initializedParent", value -> Child.use());
        unordered("initializedBefore", value -> {
            given = value;
            Turns.alternate(1, Rewritten::write, Rewritten::use);
        });
        unordered("initializedEscaped", value -> {
            given = value;
            Turns.alternate(1, Escaped::initialize, () -> escaped.use());
        });
    }

    private static void initialized(String name, Row row) throws Exception {
        ordered(name, value -> {
            given = value;
            Turns.crowd(() -> row.run(value));
        });
    }

    private static Value written() {
        given.write();
        return given;
    }

    private static final class Constant {
        private static final Value WRITTEN = written();
    }

    private static final class Array {
        private static final Value[] WRITTEN = {written()};
    }

    private static final class Number {
        private static final long LINE = written() == given ? 0 : 1;
    }

    private static final class Getter {
        private static final Value WRITTEN = Initializing.written();

        static Value written() {
            return WRITTEN;
        }
    }

    private static final class Inside {
        private static final Value WRITTEN = written();

        static void use() {
            WRITTEN.read();
        }
    }

    private static class Made {
        private static final Value WRITTEN = written();

        Made() {
            WRITTEN.read();
        }
    }

    private static class Parent {
        static final Value WRITTEN = written();
    }

    private static final class Child extends Parent {
        static void use() {
            WRITTEN.read();
        }
    }

    private static final class Rewritten {
        private static final Value WRITTEN = written();

        static void write() {
            WRITTEN.write();
        }

        static void use() {
            WRITTEN.read();
        }
    }

    /** Its instance is used by a thread that never waits for the initialization. */
    private static final class Escaped {
        static {
            escaped = new Escaped();
            given.write();
        }

        static void initialize() {
            // The call is enough.
        }

        void use() {
            given.read();
        }
    }
}
