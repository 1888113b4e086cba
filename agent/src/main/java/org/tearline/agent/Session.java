// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.text.ParseException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.tearline.agent.access.Lines;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.report.Findings;
import org.tearline.agent.report.Json;
import org.tearline.agent.report.Messages;
import org.tearline.agent.report.MisalignedAccess;
import org.tearline.agent.rewrite.ClassFiles;
import org.tearline.agent.rewrite.Hook;
import org.tearline.agent.rewrite.Rewriter;
import org.tearline.agent.site.Frames;
import org.tearline.agent.site.Locations;
import org.tearline.agent.site.Site;

/** Runs the agent in one JVM: connects its parts and writes the report. Thread-safe. */
public final class Session {
    /** Agent property that holds the answer to the attaching process. */
    static final String ANSWER = "org.tearline.agent";

    static final int WRONG_USAGE = 2;

    private final Options options;
    private final Instant started = Instant.now();
    private final Locations locations = new Locations();
    private final Rewriter rewriter;
    private final Recorder recorder;
    private final Instrumentation instrumentation;
    private List<String> running = List.of();
    private boolean attached;
    private boolean complete;

    private Session(Options options, Instrumentation instrumentation) throws ReflectiveOperationException {
        this.options = options;
        Frames frames = new Frames(Hook.NAME, options.libraries, options.frames, new ClassFiles());
        Lines lines = new Lines(options.lineBytes, Hook.pageBytes(), options.granuleBytes);
        this.recorder = new Recorder(lines, locations, frames, this::found, Hook::track);
        this.rewriter = new Rewriter(locations, !options.ordered, recorder.ordering());
        this.instrumentation = instrumentation;
    }

    private void found(Site site, boolean shared) {
        if (rewriter.flightRecorderLoaded()) {
            MisalignedAccess.found(site, shared);
        }
    }

    /**
     * Starts the agent. Returns null if it does not run, because an option is bad or because help was asked for.
     *
     * @param withProgram whether the agent starts before the program; if so, it ends the JVM instead of returning null
     */
    public static Session start(String text, Instrumentation instrumentation, boolean withProgram)
        throws ReflectiveOperationException {
        Options options;
        try {
            options = Options.parse(text);
        } catch (ParseException e) {
            print(Messages.PREFIX + e.getMessage() + "\n");
            return leave(WRONG_USAGE, withProgram);
        }
        if (options.help) {
            System.out.print(Options.HELP);
            return leave(0, withProgram);
        }
        Hook.open(instrumentation);
        Session session = new Session(options, instrumentation);
        session.watch(withProgram);
        if (!withProgram) {
            answer(Messages.attached(session.findings(false)));
        }
        return session;
    }

    private static Session leave(int code, boolean withProgram) {
        if (withProgram) {
            System.exit(code);
        }
        return null;
    }

    /**
     * Sets an agent property, which the attach API can read, rather than a system property, which the program could
     * see.
     */
    private static void answer(String text) throws ReflectiveOperationException {
        ((Properties) Class.forName("jdk.internal.vm.VMSupport").getMethod("getAgentProperties").invoke(null))
            .setProperty(ANSWER, text);
    }

    private void watch(boolean withProgram) throws ReflectiveOperationException {
        Hook.define(options.granuleBytes, recorder.watchedObjects(), recorder, recorder.ordering(), rewriter,
            locations);
        instrumentation.addTransformer(rewriter, true);
        rewriter.rewriteLoaded(instrumentation);
        attached = !withProgram;
        if (attached) {
            running = runningMethods();
        } else if (options.report) {
            createFile();
        }
        reportAtTheEnd();
        if (options.everySeconds > 0) {
            Thread thread = new Thread(this::writeAgainAndAgain, "tearline-agent-report");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /**
     * Has the report written after the program's shutdown hooks have run, so that it includes their accesses. The JDK
     * has slots for shutdown hooks of its own, with numbers from 0 to 9, the last of which is free. This one cannot be
     * registered during shutdown.
     */
    private void reportAtTheEnd() throws ReflectiveOperationException {
        Object access = Class.forName("jdk.internal.access.SharedSecrets").getMethod("getJavaLangAccess").invoke(null);
        Runnable end = () -> print(write(true));
        Class.forName("jdk.internal.access.JavaLangAccess")
            .getMethod("registerShutdownHook", int.class, boolean.class, Runnable.class)
            .invoke(access, 9, false, end);
    }

    /** Stays empty if the JVM is killed, so that its report is missed, and that of an earlier run not taken for it. */
    private void createFile() {
        try {
            if (!options.create()) {
                replace(options.file(), "");
            }
        } catch (IOException e) {
            // Nor can the report be written, which then says why.
        }
    }

    /** Writes the report at the interval that the option {@code every} sets. */
    private void writeAgainAndAgain() {
        try {
            while (true) {
                SECONDS.sleep(options.everySeconds);
                print(write(false));
            }
        } catch (InterruptedException e) {
            // Some programs interrupt all threads when they end.
        }
    }

    /**
     * Writes the report; returns what to print: a problem or, at the end, where the report is. Writes none after that
     * of the end, as other threads still run then.
     */
    private synchronized String write(boolean ended) {
        if (complete) {
            return "";
        }
        complete = ended;
        try {
            Findings findings = findings(ended);
            Path file = options.report || !ended ? options.file() : null;
            if (file != null) {
                replace(file, Json.of(findings.report()));
            }
            return ended && !options.quiet ? Messages.ended(findings, file) : "";
        } catch (Throwable e) {
            // For example, an OutOfMemoryError. A later report may succeed.
            return cannotWrite(e);
        }
    }

    /** Writes the report for an attaching process, which gets an answer only if that succeeds. */
    public void snapshot() throws ReflectiveOperationException {
        String problem = write(false);
        if (problem.isEmpty()) {
            answer(Instant.now() + " written to " + options.file());
        } else {
            print(problem);
        }
    }

    /** Returns the watched methods that are running. Their current calls continue in the old code, without checks. */
    private List<String> runningMethods() {
        Set<String> watched = locations.methods();
        return Thread.getAllStackTraces().values().stream().flatMap(Arrays::stream)
            .map(frame -> frame.getClassName() + "." + frame.getMethodName()).filter(watched::contains).distinct()
            .sorted().toList();
    }

    public void listen(Consumer<Map<String, Object>> listener) {
        Hook.listen();
        recorder.add(hit -> listener.accept(Findings.report(hit)));
    }

    public Map<String, Object> report() {
        return findings(false).report();
    }

    private Findings findings(boolean ended) {
        return new Findings(ended, started, Instant.now(), options.ordered, options.frames, options.libraries,
            rewriter.state(), attached, running, locations.size(), recorder.sites(), recorder, Hook.lost());
    }

    private String cannotWrite(Throwable e) {
        Object why = e;
        if (e instanceof NoSuchFileException) {
            why = "no such folder";
        } else if (e instanceof AccessDeniedException) {
            why = "permission denied";
        }
        return Messages.PREFIX + "cannot write " + options.file() + ": " + why + "\n";
    }

    /** Writes the file completely or not at all. */
    private static void replace(Path file, String text) throws IOException {
        if (Files.exists(file, NOFOLLOW_LINKS) && !Files.isRegularFile(file, NOFOLLOW_LINKS)) {
            throw new IOException("not a regular file");
        }
        // The name is unpredictable because other users may be able to write to the folder.
        Path temporary = file.resolveSibling("." + file.getFileName() + "-" + UUID.randomUUID() + ".tmp");
        try {
            Files.writeString(temporary, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Bypasses System.err, which the program may have locked or replaced. */
    static void print(String text) {
        try {
            // Not closed, as the descriptor belongs to the program.
            new FileOutputStream(FileDescriptor.err).write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The program has closed its standard error.
        }
    }
}
