// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tearline.agent.access.Geometry;
import org.tearline.agent.record.JdkMemory;
import org.tearline.agent.record.Locations;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.record.Site;
import org.tearline.agent.report.Findings;
import org.tearline.agent.report.JsonReport;
import org.tearline.agent.report.TextReport;
import org.tearline.agent.rewrite.Hook;
import org.tearline.agent.rewrite.Rewriter;

/** The agent in one JVM: connects its parts and writes the report. Any thread. */
public final class Session {
    /** What stands between the program's own code and memory; the frame behind them is the site. */
    private static final List<String> LIBRARIES = List.of("java.", "jdk.", "sun.", "org.agrona.",
        "net.openhft.chronicle.core.", "net.openhft.chronicle.bytes.", "io.netty.util.internal.", "io.netty.buffer.",
        "org.jctools.util.", "org.apache.spark.unsafe.", "com.google.protobuf.UnsafeUtil");
    private static final int BAD_OPTION = 2;
    /**
     * Loaded classes that are rewritten at once. Each call stops the program and walks through all classes of the JVM:
     * one by one, those of a tracing agent that was started before took half a minute and more.
     */
    private static final int BATCH = 1_000;

    private final Options options;
    private final Instant started = Instant.now();
    private final Locations locations = new Locations();
    private final Rewriter rewriter;
    private final Recorder recorder;

    private Session(Options options) throws ReflectiveOperationException {
        this.options = options;
        this.rewriter = new Rewriter(locations, options.plain());
        this.recorder = new Recorder(geometry(options), locations, Hook.NAME, libraries(options), options.frames(),
            options.fail(), onFirst(options.quiet()));
    }

    /** A class, as in the whole way to the program's start no lambda has to be linked. */
    private static Consumer<Site> onFirst(boolean quiet) {
        return new Consumer<>() {
            @Override
            public void accept(Site site) {
                if (!quiet) {
                    print(TextReport.firstHit(site));
                }
            }
        };
    }

    /** Starts it; called by the entry class through reflection, because that lives in another class loader. */
    public static void start(String text, Instrumentation instrumentation, boolean withProgram)
        throws ReflectiveOperationException {
        Options options;
        try {
            options = Options.parse(text);
        } catch (Options.Bad e) {
            print(TextReport.PREFIX + e.getMessage() + "\n");
            if (withProgram) {
                System.exit(BAD_OPTION);
            }
            return;
        }
        if (options.help()) {
            System.out.print(Options.HELP);
            if (withProgram) {
                System.exit(0);
            }
            return;
        }
        Hook.open(instrumentation);
        new Session(options).watch(instrumentation);
    }

    private static Geometry geometry(Options options) throws ReflectiveOperationException {
        Geometry geometry = Geometry.ofThisMachine(JdkMemory.pageBytes(MethodHandles.lookup()));
        return options.lineBytes() == 0 ? geometry : geometry.withLine(options.lineBytes());
    }

    private static List<String> libraries(Options options) {
        List<String> all = new ArrayList<>(LIBRARIES);
        all.addAll(options.libraries());
        return List.copyOf(all);
    }

    private void watch(Instrumentation instrumentation) throws ReflectiveOperationException {
        Hook.define(targets());
        instrumentation.addTransformer(rewriter, true);
        rewriteLoaded(instrumentation);
        Runtime.getRuntime().addShutdownHook(new Thread("tearline-agent-report") {
            @Override
            public void run() {
                end();
            }
        });
        if (options.jmx() && ModuleLayer.boot().findModule("java.management").isPresent()) {
            AgentBean.register(this);
        }
    }

    private Hook.Targets targets() throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        return new Hook.Targets(lookup.bind(recorder, "misaligned",
            MethodType.methodType(void.class, Object.class, long.class, int.class)),
            options.plain() ? plainTargets(lookup) : null);
    }

    private Hook.PlainTargets plainTargets(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        JdkMemory memory = new JdkMemory(recorder, locations, lookup);
        MethodType segment = MethodType.methodType(void.class, Object.class, Object.class, long.class, int.class);
        return new Hook.PlainTargets(
            lookup.bind(memory, "buffer", MethodType.methodType(void.class, Object.class, int.class, int.class)),
            lookup.bind(memory, "bufferHere", MethodType.methodType(void.class, Object.class, int.class)),
            lookup.bind(memory, "segment", segment), lookup.bind(memory, "segmentIndex", segment));
    }

    /** Classes that were there before: those of agents before this one, or all of a program that runs already. */
    private void rewriteLoaded(Instrumentation instrumentation) {
        List<Class<?>> concerned = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (rewriter.concerns(loaded) && instrumentation.isModifiableClass(loaded)) {
                concerned.add(loaded);
            }
        }
        for (int from = 0; from < concerned.size(); from += BATCH) {
            rewrite(instrumentation, concerned.subList(from, Math.min(from + BATCH, concerned.size())));
        }
    }

    /** All or none of them are rewritten, so those of a half that fails are tried in halves of their own. */
    private void rewrite(Instrumentation instrumentation, List<Class<?>> classes) {
        try {
            instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
        } catch (UnmodifiableClassException | LinkageError | UnsupportedOperationException e) {
            if (classes.size() == 1) {
                rewriter.failed(classes.get(0).getName(), e.toString());
                return;
            }
            int half = classes.size() / 2;
            rewrite(instrumentation, classes.subList(0, half));
            rewrite(instrumentation, classes.subList(half, classes.size()));
        }
    }

    /** What was found up to now. */
    Findings findings() {
        return Findings.take(started, options.plain(), options.frames(), rewriter, locations, recorder);
    }

    private void end() {
        Findings findings = null;
        String written;
        try {
            findings = findings();
            Path file = options.file();
            try {
                ReportFile.write(JsonReport.of(findings), file);
                written = options.quiet() ? "" : TextReport.PREFIX + "written to " + file + "\n";
            } catch (IOException | SecurityException e) {
                written = TextReport.PREFIX + "cannot write " + file + ": " + ReportFile.why(e) + "\n";
            }
        } catch (RuntimeException | Error e) {
            // At the end of its memory, say: the program's own end is not to be disturbed by a stack trace.
            written = TextReport.PREFIX + "no report: " + e + "\n";
        }
        print((options.quiet() || findings == null ? "" : TextReport.summary(findings)) + written);
    }

    /** Past System.err, whose lock the program may hold, and whose place it may have taken. */
    static void print(String text) {
        try {
            // Not closed: the descriptor belongs to the program.
            new FileOutputStream(FileDescriptor.err).write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // Nobody reads it, and the program is not to suffer from that.
        }
    }
}
