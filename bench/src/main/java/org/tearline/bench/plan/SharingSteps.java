// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.bench.jmh.Layouts;
import org.tearline.bench.jmh.SharingCost;
import org.tearline.bench.plan.Jmh.Iteration;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Layout;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Holds what a neighbour on the same line costs, by distance, layout, mode and number of threads. Immutable. */
final class SharingSteps {
    static final String GROUP = Question.FALSE_SHARING.id();

    private static final List<String> MODES = List.of("plain", "ordered", "volatile", "getandadd");
    private static final List<Integer> DISTANCES = List.of(8, 16, 32, 64, 128, 256);
    private static final List<String> OBJECTS =
        List.of("fields", "padded-by-hand", "padded-by-inheritance", "contended", "objects");
    /** More threads than CPUs take turns, and a thread that waits disturbs nobody. */
    private static final List<Integer> THREADS = List.of(1, 2, 4, 8);
    /** Start and end of a fork. */
    private static final double FORK_SECONDS = 0.8;

    private final Setting setting;

    SharingSteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(GROUP + "-layouts", GROUP, "layouts of the objects", 1, this::layouts).asSteady());
        List<String> places = new ArrayList<>(List.of("raw-0"));
        DISTANCES.forEach(distance -> places.add("raw-" + distance));
        places.addAll(OBJECTS);
        List<String> elements = new ArrayList<>();
        DISTANCES.forEach(distance -> elements.add("array-" + distance));
        elements.add("array-away-8");
        elements.add("array-away-128");
        for (int threads : THREADS) {
            if (threads > setting.cpus()) {
                steps.add(new Step(GROUP + "-left-out-" + threads, GROUP, threads + " threads", 0, () ->
                    StepResult.leftOut(GROUP, threads + " threads", Reason.CPUS, "they want " + threads
                        + " CPUs, here are " + setting.cpus())));
                continue;
            }
            for (String mode : MODES) {
                steps.add(step("place", places, mode, threads));
                steps.add(step("element", elements, mode, threads));
            }
        }
        return steps;
    }

    private Step step(String method, List<String> placements, String mode, int threads) {
        int iterations = placements.size() * setting.profile().iterations();
        return new Step(String.join("-", GROUP, method, mode, Integer.toString(threads)), GROUP,
            mode + " increments of " + (method.equals("place") ? "raw memory and fields" : "an array") + ", " + threads
                + (threads == 1 ? " thread" : " threads"),
            FORK_SECONDS + (iterations + placements.size()) * setting.profile().millis() / 1000.0,
            () -> measure(method, placements, mode, threads));
    }

    private StepResult measure(String method, List<String> placements, String mode, int threads) throws StepFailed {
        List<Iteration> iterations = setting.jmh().threads(threads).with("mode", mode)
            .with("placements", String.join(",", placements)).with("lineBytes", setting.caches().lineBytes())
            .timed(placements.size() * setting.profile().iterations(), setting.profile().millis())
            // Each placement once: code that never saw an object is compiled again when it does.
            .warmedBy(placements.size())
            .run(SharingCost.class, method);
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < placements.size(); i++) {
            int placement = i;
            List<Iteration> mine = iterations.stream()
                .filter(one -> (int) one.observed(SharingCost.PLACEMENT) == placement)
                .filter(one -> one.observed(SharingCost.MOVED) == 0).toList();
            if (!mine.isEmpty()) {
                cells.add(cell(placements.get(i), mode, threads, mine));
            }
        }
        return StepResult.of(cells);
    }

    private static Cell cell(String placement, String mode, int threads, List<Iteration> iterations) {
        String memory = placement.startsWith("raw-") ? "raw" : placement.startsWith("array-away-") ? "array-away"
            : placement.startsWith("array-") ? "array" : "object";
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("memory", memory);
        parameters.put("mode", mode);
        parameters.put("threads", Integer.toString(threads));
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String name : List.of(SharingCost.INCREMENTS, SharingCost.LOST)) {
            counts.put(name, iterations.stream().mapToLong(one -> (long) one.observed(name)).sum());
        }
        boolean object = memory.equals("object");
        return new Cell(GROUP, parameters, "time", "ns", object ? "layout" : "distanceBytes",
            object ? placement : placement.substring(placement.lastIndexOf('-') + 1),
            iterations.stream().map(Iteration::score).toList(), counts);
    }

    /** From a JVM with the flags of the forks: without them the JVM ignores one of the layouts' annotations. */
    private StepResult layouts() throws StepFailed {
        List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(Jmh.JVM_ARGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Layouts.class.getName()));
        try {
            Process printer = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            byte[] json = printer.getInputStream().readAllBytes();
            printer.waitFor();
            return new StepResult(List.of(), List.of(),
                List.of(JsonMapper.builder().build().readValue(json, Layout[].class)), List.of());
        } catch (IOException | JacksonException e) {
            throw new StepFailed("JOL gave no layouts: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailed("interrupted", e);
        }
    }
}
