// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.tearline.agent.Attaching.Answer;
import org.tearline.agent.access.Lines;
import org.tearline.agent.jfr.MisalignedAccess;
import org.tearline.agent.record.JdkMemory;
import org.tearline.agent.record.Locations;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.record.Site;
import org.tearline.agent.report.JsonReport;
import org.tearline.agent.report.JsonReport.Findings;
import org.tearline.agent.report.TextReport;
import org.tearline.agent.rewrite.Hook;
import org.tearline.agent.rewrite.LoadedClasses;
import org.tearline.agent.rewrite.Rewriter;

/** The agent in one JVM: connects its parts and writes the report. Thread-safe. */
public final class Session {
    /** What stands between the program's own code and memory; the frame behind them is the site. */
    private static final List<String> LIBRARIES = List.of("java.", "jdk.", "sun.", "org.agrona.",
        "net.openhft.chronicle.core.", "net.openhft.chronicle.bytes.", "io.netty.util.internal.", "io.netty.buffer.",
        "org.jctools.util.", "org.apache.spark.unsafe.", "com.google.protobuf.UnsafeUtil");
    private static final int BAD_OPTION = 2;
    private static volatile Session current;

    private final Options options;
    private final Instant started = Instant.now();
    private final Locations locations = new Locations();
    private final Rewriter rewriter;
    private final Recorder recorder;
    private final Instrumentation instrumentation;
    private List<String> running = List.of();
    private final Thread atEnd = new Thread("tearline-agent-report") {
        @Override
        public void run() {
            end();
        }
    };

    private Session(Options options, Instrumentation instrumentation) throws ReflectiveOperationException {
        this.options = options;
        this.rewriter = new Rewriter(locations, options.plain());
        this.recorder = new Recorder(lines(options), locations, Hook.NAME, libraries(options), options.frames(),
            onFirst());
        this.instrumentation = instrumentation;
    }

    /** A class, as in the whole way to the program's start no lambda has to be linked. */
    private BiConsumer<Site, Boolean> onFirst() {
        return new BiConsumer<>() {
            @Override
            public void accept(Site site, Boolean shared) {
                if (!options.quiet()) {
                    print(TextReport.firstHit(site));
                }
                if (rewriter.recorderLoaded()) {
                    MisalignedAccess.found(site, shared);
                }
            }
        };
    }

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
        session.watch(withProgram);
        current = session;
        if (!withProgram) {
            Answer.give(instrumentation, TextReport.attached(session.findings()));
        }
        return true;
    }

    private static Lines lines(Options options) throws ReflectiveOperationException {
        Lines lines = Lines.ofThisMachine(JdkMemory.pageBytes(MethodHandles.lookup()));
        int lineBytes = options.lineBytes() == 0 ? lines.lineBytes() : options.lineBytes();
        return new Lines(lineBytes, lines.pageBytes(), options.granuleBytes() == 0 ? lineBytes
            : options.granuleBytes());
    }

    private static List<String> libraries(Options options) {
        return Stream.concat(LIBRARIES.stream(), options.libraries().stream()).toList();
    }

    private void watch(boolean withProgram) throws ReflectiveOperationException {
        Hook.define(recorder.lines().granuleBytes(), recorder,
            options.plain() ? new JdkMemory(recorder, locations, MethodHandles.lookup()) : null);
        instrumentation.addTransformer(rewriter, true);
        new LoadedClasses(instrumentation, rewriter).rewrite();
        if (!withProgram) {
            running = running();
        }
        Runtime.getRuntime().addShutdownHook(atEnd);
    }

    /** A call that runs already goes on in the code that it began in. */
    private List<String> running() {
        Set<String> watched = locations.methods();
        return Thread.getAllStackTraces().values().stream().flatMap(Arrays::stream)
            .map(frame -> frame.getClassName() + "." + frame.getMethodName()).filter(watched::contains).distinct()
            .sorted().toList();
    }

    public static void listen(Consumer<Map<String, Object>> listener) throws ReflectiveOperationException {
        Hook.listen();
        current.recorder.add(hit -> listener.accept(JsonReport.of(hit)));
    }

    public static Map<String, Object> report() {
        return JsonReport.map(current.findings());
    }

    private Findings findings() {
        return Findings.take(started, options.plain(), options.frames(), options.libraries(), rewriter, running,
            locations, recorder);
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

    private String write(Findings findings) {
        Path file = options.file();
        try {
            ReportFile.write(JsonReport.of(findings), file);
            return options.quiet() ? "" : TextReport.PREFIX + "written to " + file + "\n";
        } catch (IOException | RuntimeException e) {
            return TextReport.PREFIX + "cannot write " + file + ": " + e + "\n";
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
