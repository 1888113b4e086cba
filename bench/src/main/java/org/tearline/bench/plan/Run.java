// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs steps one after the other and keeps each one's result in a folder, so that a run that was ended goes on where it
 * was. Not thread-safe; one process at a time has the folder.
 */
public final class Run {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String OWNER = "run.txt";

    private final Path folder;
    private final PrintStream progress;
    private final List<String> failed = new ArrayList<>();

    private Run(Path folder, PrintStream progress) {
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Takes a folder for a run, or goes on with the one in it.
     *
     * @param sameness what must not have changed since the folder was begun: profile, jar, JVM
     * @throws IOException in words for a user, also where the folder holds another run's steps
     */
    public static Run in(Path folder, String sameness, PrintStream progress) throws IOException {
        // JDK 17 says of a link to a folder that it is there already.
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        Path owner = folder.resolve(OWNER);
        if (!Files.exists(owner)) {
            Files.writeString(owner, sameness);
        } else if (!Files.readString(owner).equals(sameness)) {
            throw new IOException(folder + " holds a part of another run (" + Files.readString(owner)
                + "); --fresh starts again");
        }
        return new Run(folder, progress);
    }

    /** Removes a folder of steps, but no link to it; one that does not exist is as good. */
    public static void forget(Path folder) throws IOException {
        if (Files.exists(folder.resolve(OWNER))) {
            boolean link = Files.isSymbolicLink(folder);
            Path itself = link ? folder.toRealPath() : folder;
            try (Stream<Path> files = Files.walk(itself)) {
                for (Path file : files.filter(file -> !link || !file.equals(itself))
                    .sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Returns the results of all steps of a plan, in its order: measured now, or found in the folder. */
    public List<StepResult> all(Plan plan) throws IOException {
        List<Step> steps = plan.steps();
        double wanted = 0;
        double done = 0;
        for (Step step : steps) {
            wanted += Files.exists(file(step)) ? 0 : step.seconds();
        }
        long start = System.nanoTime();
        List<StepResult> results = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (!Files.exists(file(step))) {
                double spent = (System.nanoTime() - start) / 1e9;
                // The plan's own guess until there is something to correct it by.
                double pace = done < 5 ? 1 : spent / done;
                progress.printf("[%d/%d] %s: %s; about %s to go%n", i + 1, steps.size(), step.group(), step.title(),
                    duration((wanted - done) * pace));
                keep(step, measured(step));
                done += step.seconds();
            }
            results.add(read(step));
        }
        return results;
    }

    /** Steps that were tried now and could not be measured, by their titles; each has been said on progress. */
    public List<String> failed() {
        return List.copyOf(failed);
    }

    private StepResult measured(Step step) {
        try {
            return step.work().run();
        } catch (StepFailed e) {
            failed.add(step.title());
            progress.println("left out, it failed: " + step.title() + ": " + e.getMessage());
            return StepResult.leftOut(step.group(), step.title(), Reason.FAILED, e.getMessage());
        }
    }

    /** Whole or not at all: what is there was complete. */
    private void keep(Step step, StepResult result) throws IOException {
        Path part = folder.resolve(step.id() + ".part");
        Files.write(part, MAPPER.writeValueAsBytes(result));
        Files.move(part, file(step), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private StepResult read(Step step) throws IOException {
        try {
            return MAPPER.readValue(Files.readAllBytes(file(step)), StepResult.class);
        } catch (JacksonException e) {
            throw new IOException(file(step) + " cannot be read; --fresh starts again", e);
        }
    }

    private Path file(Step step) {
        return folder.resolve(step.id() + ".json");
    }

    private static String duration(double seconds) {
        return seconds < 90 ? Math.round(seconds) + " s" : Math.round(seconds / 60) + " min";
    }
}
