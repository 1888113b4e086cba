// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tearline.bench.machine.Cpus;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;

/** The loads and stores of the grid in C, where there was a compiler. Immutable. Thread-safe. */
final class NativeSteps {
    static final String GROUP = Question.NATIVE.id();
    /** As the program counts. */
    private static final double PICOS = 1000;

    private final Setting setting;

    NativeSteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        return List.of(new Step("native", GROUP, "loads and stores of 8, 4 and 2 bytes in C", 1, this::measure));
    }

    private StepResult measure() throws StepFailed {
        if (setting.nativeLoop() == null) {
            return StepResult.leftOut(GROUP, "loads and stores", Reason.IMPOSSIBLE, "no C compiler here");
        }
        Map<Access, Map<Integer, List<Double>>> samples = new LinkedHashMap<>();
        for (String line : lines()) {
            String[] words = line.split(" ");
            samples.computeIfAbsent(new Access(words[0], words[1]), access -> new TreeMap<>())
                .computeIfAbsent(Integer.valueOf(words[2]), offset -> new ArrayList<>())
                .add(Long.parseLong(words[3]) / PICOS);
        }
        List<Cell> cells = new ArrayList<>();
        samples.forEach((access, offsets) -> offsets.forEach((offset, times) ->
            cells.add(new Cell(GROUP, Map.of("operation", access.operation(), "widthBytes", access.widthBytes()),
                "time", "ns", "offsetBytes", offset.toString(), times, Map.of()))));
        return StepResult.of(cells);
    }

    private record Access(String operation, String widthBytes) {
    }

    private List<String> lines() throws StepFailed {
        try {
            Process loops = new ProcessBuilder(setting.nativeLoop().toAbsolutePath().toString(),
                Cpus.inOrder().get(0).toString(), Integer.toString(setting.caches().lineBytes()),
                Integer.toString(setting.profile().rounds())).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            List<String> lines = loops.inputReader().lines().toList();
            int code = loops.waitFor();
            if (code != 0 || lines.isEmpty()) {
                throw new StepFailed("the native loops ended with " + code, null);
            }
            return lines;
        } catch (IOException e) {
            throw new StepFailed("the native loops do not start: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailed("interrupted", e);
        }
    }
}
