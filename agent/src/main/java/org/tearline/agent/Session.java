// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.tearline.agent.access.Geometry;
import org.tearline.agent.record.Hit;
import org.tearline.agent.record.HitListener;
import org.tearline.agent.record.JdkMemory;
import org.tearline.agent.record.Locations;
import org.tearline.agent.record.NewSiteListener;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.record.Site;
import org.tearline.agent.report.Findings;
import org.tearline.agent.report.JsonReport;
import org.tearline.agent.report.TextReport;
import org.tearline.agent.rewrite.Hook;
import org.tearline.agent.rewrite.LoadedClasses;
import org.tearline.agent.rewrite.Rewriter;

/** The agent in one JVM: connects its parts and writes the report. Thread-safe. */
public final class Session {
    /** Holds what stands between the program's own code and memory; the frame behind them is the site. */
    private static final List<String> LIBRARIES = List.of("java.", "jdk.", "sun.", "org.agrona.",
        "net.openhft.chronicle.core.", "net.openhft.chronicle.bytes.", "io.netty.util.internal.", "io.netty.buffer.",
        "org.jctools.util.", "org.apache.spark.unsafe.", "com.google.protobuf.UnsafeUtil");
    private static final int BAD_OPTION = 2;
    /** The session of this class loader; null before it starts. */
    private static volatile Session current;

    private final Options options;
    private final Instant started = Instant.now();
    private final Locations locations = new Locations();
    private final Rewriter rewriter;
    private final Recorder recorder;
    private final Instrumentation instrumentation;
    private final LoadedClasses loadedClasses;
    private final Thread atEnd = new Thread("tearline-agent-report") {
        @Override
        public void run() {
            end();
        }
    };
    private final FlightRecording flight = new FlightRecording(this);
    private volatile boolean stopped;

    private Session(Options options, Instrumentation instrumentation) throws ReflectiveOperationException {
        this.options = options;
        this.rewriter = new Rewriter(locations, options.plain(), FlightRecording.RECORDER, flight);
        this.recorder = new Recorder(geometry(options), locations, Hook.NAME, libraries(options), options.frames(),
            options.fail(), onFirst());
        this.instrumentation = instrumentation;
        this.loadedClasses = new LoadedClasses(instrumentation, rewriter);
    }

    /** A class, as in the whole way to the program's start no lambda has to be linked. */
    private NewSiteListener onFirst() {
        return new NewSiteListener() {
            @Override
            public void found(Site site, boolean shared) {
                if (!options.quiet()) {
                    print(TextReport.firstHit(site));
                }
                flight.found(site, shared);
            }
        };
    }

    /**
     * Starts it; called by the entry class through reflection, because that lives in another class loader.
     *
     * @return whether it runs
     */
    public static boolean start(String text, Instrumentation instrumentation, boolean withProgram)
        throws ReflectiveOperationException {
        Options options;
        try {
            options = Options.parse(text);
        } catch (Options.Bad e) {
            print(TextReport.PREFIX + e.getMessage() + "\n");
            if (withProgram) {
                System.exit(BAD_OPTION);
            }
            return false;
        }
        if (options.help()) {
            System.out.print(Options.HELP);
            if (withProgram) {
                System.exit(0);
            }
            return false;
        }
        Hook.open(instrumentation);
        Session session = new Session(options, instrumentation);
        session.watch();
        current = session;
        if (!withProgram) {
            Answer.give(instrumentation, TextReport.attached(session.findings()));
        }
        return true;
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

    private void watch() throws ReflectiveOperationException {
        Hook.connect(targets());
        instrumentation.addTransformer(rewriter, true);
        if (loadedClasses.rewrite(FlightRecording.RECORDER)) {
            flight.joinNow();
        }
        Runtime.getRuntime().addShutdownHook(atEnd);
        if (options.jmx() && ModuleLayer.boot().findModule("java.management").isPresent()) {
            AgentBean.register(this);
        }
    }

    /** Ends the watch as far as it can be ended, and writes the report. Called by the entry class. */
    public static void stop() throws ReflectiveOperationException {
        current.stopNow();
    }

    private void stopNow() throws ReflectiveOperationException {
        stopped = true;
        Hook.disconnect();
        instrumentation.removeTransformer(rewriter);
        int restored = loadedClasses.restore();
        try {
            Runtime.getRuntime().removeShutdownHook(atEnd);
        } catch (IllegalStateException e) {
            // The program ends right now, and its end writes the report, too.
            return;
        }
        if (options.jmx() && ModuleLayer.boot().findModule("java.management").isPresent()) {
            AgentBean.unregister();
        }
        flight.stop();
        end();
        String left = TextReport.detached(restored, loadedClasses.failures(), Hook.NAME);
        if (!options.quiet()) {
            print(TextReport.PREFIX + left + "\n");
        }
        Answer.give(instrumentation, left);
    }

    /** Passes every misaligned access on, until the result is closed. Called by the entry class. */
    public static AutoCloseable listen(Consumer<Map<String, Object>> listener) {
        Session session = current;
        HitListener converting = new HitListener() {
            @Override
            public void misaligned(Hit hit) {
                listener.accept(JsonReport.of(hit, session.recorder.geometry()));
            }
        };
        session.recorder.add(converting);
        return new AutoCloseable() {
            @Override
            public void close() {
                session.recorder.remove(converting);
                if (session.stopped) {
                    throw new IllegalStateException("the agent was detached meanwhile");
                }
            }
        };
    }

    /** Returns the report so far. Called by the entry class. */
    public static Map<String, Object> report() {
        return JsonReport.map(current.findings());
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

    Recorder recorder() {
        return recorder;
    }

    /** Returns what was found up to now. */
    Findings findings() {
        return Findings.take(started, options.plain(), options.frames(), options.libraries(), rewriter, locations,
            recorder);
    }

    private void end() {
        Findings findings = null;
        String written;
        try {
            findings = findings();
            written = options.report() ? write(findings) : "";
        } catch (RuntimeException | Error e) {
            // At the end of its memory, say: the program's own end is not to be disturbed by a stack trace.
            written = TextReport.PREFIX + "no report: " + e + "\n";
        }
        print((options.quiet() || findings == null ? "" : TextReport.summary(findings)) + written);
    }

    /** Writes the report and returns what there is to say about it. */
    private String write(Findings findings) {
        Path file = options.file();
        try {
            ReportFile.write(JsonReport.of(findings), file);
            return options.quiet() ? "" : TextReport.PREFIX + "written to " + file + "\n";
        } catch (IOException | SecurityException e) {
            return TextReport.PREFIX + "cannot write " + file + ": " + ReportFile.why(e) + "\n";
        }
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
