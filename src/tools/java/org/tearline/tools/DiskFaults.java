// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.tearline.tools.FaultTry.ERR;
import static org.tearline.tools.FaultTry.OUT;
import static org.tearline.tools.FaultTry.expect;
import static org.tearline.tools.FaultTry.lines;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Cases with full disks. Stateless. */
final class DiskFaults {
    private static final String SWEEP = "sweep --no-split-locks --profile quick --memory unsafe --write plain,ordered"
        + " --read volatile --offsets 0..15,60 --out";
    private static final int FILLER_BYTES = 5 << 20;

    private DiskFaults() {
    }

    /** A file system in a mount namespace that ends with the holder process. Not thread-safe. */
    private static final class SmallDisk implements AutoCloseable {
        private final Path folder;
        private final Process holder;

        SmallDisk(Path folder, String size) throws IOException {
            this.folder = Files.createDirectories(folder);
            this.holder = new ProcessBuilder("unshare", "-rm", "sh", "-c",
                "mount -t tmpfs -o size=\"$0\" none \"$1\" && echo mounted && exec cat", size, folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            // The stream ends without a line if the holder is not allowed to mount.
            if (holder.getInputStream().read() < 0) {
                throw new IOException("cannot mount a file system in " + folder);
            }
        }

        /** Prefixes a command so that it sees the disk. */
        List<String> entering(String... command) {
            return FaultTry.concat(List.of("nsenter", "--target", Long.toString(holder.pid()), "--user", "--mount",
                "--preserve-credentials"), command);
        }

        /** Returns the path of a file as seen by this JVM. */
        Path inside(String name) {
            return Path.of("/proc/" + holder.pid() + "/root" + folder, name);
        }

        @Override
        public void close() {
            holder.destroyForcibly().onExit().join();
        }
    }

    static boolean canMount(Path folder) {
        try (SmallDisk disk = new SmallDisk(folder, "4k")) {
            return Tools.succeeds(disk.entering("true"));
        } catch (IOException e) {
            return false;
        }
    }

    /** A sweep on a full disk can always be resumed. */
    static void sweepIsFullAt(FaultTry sweep, String size, int fillerBytes) throws Exception {
        try (SmallDisk disk = new SmallDisk(sweep.file("small"), size)) {
            Path journal = disk.inside("r.json.journal");
            Files.write(disk.inside("filler"), new byte[fillerBytes]);
            sweep(sweep, disk, 4, 2);
            sweep.expectSaid(ERR, "r.json");
            if (Files.exists(journal)) {
                long before = lines(journal);
                sweep(sweep, disk, 4, 2);
                expect(lines(journal) >= before, "all lines of the journal");
            }
            Files.delete(disk.inside("filler"));
            // Without type and source, mount takes options from the mounted system that only root may give.
            expect(Tools.succeeds(disk.entering("mount", "-t", "tmpfs", "-o", "remount,size=8m", "none",
                sweep.file("small").toString())), "a larger disk");
            sweep(sweep, disk, 0, 3);
            expect(Files.size(disk.inside("r.json")) > 0, "a result");
        }
    }

    private static void sweep(FaultTry sweep, SmallDisk disk, Integer... codes) throws Exception {
        boolean started = Files.exists(disk.inside("r.json.journal"));
        sweep.start(disk.entering(), sweep.jvm(), started ? SWEEP.replace(" --out", " --resume --out") : SWEEP,
            sweep.file("small").resolve("r.json"));
        sweep.end(codes);
        try (Stream<Path> files = Files.list(disk.inside("."))) {
            expect(files.noneMatch(file -> file.getFileName().toString().contains("part")), "no partial file");
        }
    }

    static void temporaryFolderIsFull(FaultTry run) throws Exception {
        try (SmallDisk disk = new SmallDisk(run.file("small"), "256k")) {
            run.start(disk.entering(), run.jvm("-Djava.io.tmpdir=" + run.file("small")),
                "run --offset 0 --write ordered");
            run.finish(4);
            expectNoRoom(run);
        }
    }

    /** The JVM may add that it cannot write its own log. */
    private static void expectNoRoom(FaultTry run) throws IOException {
        run.expectSaid(ERR, "no room for the worker");
        try (Stream<String> said = Files.lines(run.file(ERR), StandardCharsets.ISO_8859_1)) {
            expect(said.filter(line -> !line.startsWith("Could not flush log: ")).count() == 1, "one line");
        }
    }

    /** Fills the disk while the worker's JVM may still be writing its compilation log. */
    static void temporaryFolderFillsUp(FaultTry run) throws Exception {
        try (SmallDisk disk = new SmallDisk(run.file("small"), "4m")) {
            run.start(disk.entering(), run.jvm("-Djava.io.tmpdir=" + run.file("small")),
                "run --offset 0 --write ordered --changes 10000000 --duration 8s");
            run.await("a log of the worker", () -> Stream.of(disk.inside(".").toFile().list())
                .anyMatch(worker -> disk.inside(worker + "/compilations").toFile().length() > 0));
            FaultTry.moment(900);
            try {
                Files.write(disk.inside("filler"), new byte[FILLER_BYTES]);
            } catch (IOException full) {
                expect(Files.size(disk.inside("filler")) > 0, "a filler");
            }
            if (run.finish(0, 4) == 0) {
                run.expectSaid(OUT, "NOT SEEN");
            } else {
                expectNoRoom(run);
                run.expectUnsaid("NOT SEEN|INCONCLUSIVE", OUT);
            }
        }
    }
}
