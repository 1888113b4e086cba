// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.agent.order.Ordering.MONITOR;
import static org.tearline.agent.order.Ordering.OBJECT;
import static org.tearline.agent.value.Evidence.ONE_THREAD;
import static org.tearline.agent.value.Evidence.ORDERED;
import static org.tearline.agent.value.Evidence.UNORDERED;
import static org.tearline.agent.value.ValueTable.LIMIT;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.agent.access.Lines;
import org.tearline.agent.access.UnsafeMethods;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.order.Source;
import org.tearline.agent.report.Findings;
import org.tearline.agent.rewrite.Hook.Lost;
import org.tearline.agent.rewrite.Rewriter;
import org.tearline.agent.site.Frames;
import org.tearline.agent.site.Locations;
import org.tearline.agent.site.Site;
import org.tearline.agent.site.SiteState;
import org.tearline.agent.site.Sites;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RecorderTest {
    private static final Lines LINES = new Lines(64, 4096, 8);
    private static final int PAGES = 2_000;

    private final Locations locations = new Locations();
    private final int read = registered("getLongVolatile");
    private final int write = registered("putOrderedLong");
    private final Frames frames = new Frames(Hook.class.getName(), List.of(Library.class.getName()), 1, null);
    private final Recorder recorder = new Recorder(LINES, locations, frames, (site, shared) -> { }, () -> { });

    /** Takes the place of the class that rewritten code calls. */
    private static final class Hook {
        static void check(Recorder recorder, long address, int instruction) {
            recorder.misaligned(null, null, address, Long.BYTES, instruction, 0);
        }
    }

    /** Contains an instruction that several sites reach. */
    private static final class Library {
        static void read(Recorder recorder, long address, int instruction) {
            Hook.check(recorder, address, instruction);
        }
    }

    @Test
    void shouldCountNoOffsetAtAnotherSite() {
        for (long page = 1; page <= PAGES; page++) {
            everywhere(page * 4096);
            atFour(page * 4096);
        }

        assertThat(recorder.valuesKnown()).as("a sample").isBetween(LIMIT / 2, LIMIT);
        assertThat(counts("atFour")).extracting(count -> count.position().offset()).containsExactly(4);
        // Of the 64 offsets in a line, 56 are misaligned. Offsets 57 to 63 also cross into the next line or, at the end
        // of a page, the next page.
        assertThat(counts("everywhere")).hasSize(56 + 7);
        assertThat(hits("atFour") + hits("everywhere")).isEqualTo(PAGES * (1L + 2 * 56));
    }

    /** Fills the table with values of another thread first. */
    @Test
    void shouldSampleTheValuesOfALaterSite() throws InterruptedException {
        inAnotherThread(() -> touchAll(100_000, read));
        for (long page = 200_000; page < 300_000; page++) {
            atFour(page * 4096);
        }
        assertThat(sites("atFour")).singleElement().satisfies(state -> {
            assertThat(state.values()).isGreaterThan(20);
            assertThat(state.count(ONE_THREAD)).isEqualTo(state.values());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 2 * LIMIT})
    void shouldTakeNothingFromTrackedValuesForUntrackedOnes(int count) throws InterruptedException {
        writeThenReadInAnotherThread(count);
        assertThat(recorder.sites()).hasSize(2).allSatisfy(state -> {
            assertThat(state.count(UNORDERED)).isEqualTo(state.values());
            assertThat(state.site().untrackedHits().get() > 0).isEqualTo(count > LIMIT);
            assertThat(state.site().contended()).isFalse();
        });
    }

    /** Memory that was freed holds other values once it is allocated again, in small blocks or in a large one. */
    @ParameterizedTest
    @CsvSource({"0, false, true", "0, true, false", "4096, false, false", "1000000000, false, false"})
    void shouldBeginAnewWithUntrackedValuesOfAllocatedMemory(int allocated, boolean fences, boolean contended)
        throws InterruptedException {
        if (fences) {
            recorder.ordering().cells().defer();
        }
        int count = 2 * LIMIT;
        writeThenReadInAnotherThread(count);
        for (long address = 4096; allocated > 0 && address <= count * 4096L; address += allocated) {
            recorder.replaced(address, allocated, false);
        }
        touchAll(count, write);
        assertThat(recorder.sites().stream().anyMatch(state -> state.site().contended().get())).isEqualTo(contended);
    }

    /** The second thread may write while the first one does, unless something has passed the values on. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDoubtUntrackedValuesThatTwoThreadsWrite(boolean passedOn) throws InterruptedException {
        Object passed = new Object();
        writeAndPassOn(2 * LIMIT, write, passed, passedOn ? passed : new Object(), 0);
        assertThat(recorder.sites()).singleElement().satisfies(state -> {
            assertThat(state.site().contended()).isFalse();
            assertThat(state.site().doubtful().get()).isNotEqualTo(passedOn);
        });
    }

    @ParameterizedTest
    @CsvSource({"0, thread", MONITOR + ", monitor"})
    void shouldTellTheMonitorOfAThreadFromItsStart(long where, String kind) throws InterruptedException {
        Thread through = new Thread(() -> { });
        writeAndPassOn(1, read, through, through, where);
        assertThat(recorder.sites()).allSatisfy(state ->
            assertThat(state.sources().keySet()).extracting(Source::kind).containsExactly(kind));
    }

    /** If the end of a thread is known, what threads pass on does not grow with the next one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldContinueAThreadWhoseEndIsKnown(boolean known) throws InterruptedException {
        for (int i = 0; i < 99; i++) {
            Thread thread = new Thread(() -> {
                touchAll(1, write);
                order(false, Thread.currentThread(), 0);
            });
            order(false, thread, 0);
            thread.start();
            thread.join();
            order(known, thread, 0);
        }
        assertThat(recorder.ordering().threads().all().stream().anyMatch(clock -> clock.thread() > 20))
            .isNotEqualTo(known);
        assertThat(recorder.sites()).allSatisfy(state ->
            assertThat(state.count(known ? ORDERED : UNORDERED)).isEqualTo(1));
    }

    /** Two threads need a walk each for every value, since several sites may share the instruction. */
    @Test
    void shouldWalkTheStackLittleMoreThanOncePerValueAndThread() throws InterruptedException {
        int values = LIMIT / 2;
        Runnable accesses = () -> {
            for (int round = 0; round < 50; round++) {
                touchAll(values, read);
            }
        };
        Thread thread = new Thread(accesses);
        thread.start();
        accesses.run();
        thread.join();
        assertThat(recorder.valuesKnown()).isEqualTo(values);
        assertThat(hits("touchAll")).isEqualTo(2 * 50 * values);
        assertThat(locations.get(read).walks().get()).isBetween(2 * values, 3 * values);
    }

    /** A walk takes as long as a thousand hits that are only counted. */
    @Test
    void shouldHardlyWalkTheStackWhereNoLockMatters() {
        int hits = 2_000_000;
        for (int i = 0; i < hits; i++) {
            atFour(4096);
        }
        assertThat(hits("atFour")).isEqualTo(hits);
        assertThat(locations.get(read).walks().get()).isBetween(100, hits / 5_000);
    }

    @Test
    void shouldWatchAllObjectsInTurnWhenAccessesAreTooMany() {
        int[] halvings = {0};
        HeapSample sample = new HeapSample(() -> halvings[0]);
        int kept = 0x1234_5678;
        sample.keep(kept);
        int all = sample.watched.length;
        sample.next(1_000_000);
        assertThat(watched(sample)).as("as long as new values are tracked").isEqualTo(all);
        halvings[0] = 16;
        int pause = 0;
        for (sample.next(0); watched(sample) < all; sample.next(1_000_000)) {
            assertThat(watched(sample)).as("the kept object, and those whose values would be tracked").isEqualTo(2);
            assertThat(sample.watched[kept >>> 15]).isEqualTo((byte) 1);
            assertThat(sample.slice).isZero();
            pause++;
        }
        assertThat(pause).isEqualTo(62);
        assertThat(sample.slice).isEqualTo(1);
        sample.next(0);
        assertThat(watched(sample)).isEqualTo(all);
    }

    /** Hits are missed from the end of the first pause on, also where a thread has made few. */
    @Test
    void shouldMarkHitsInTheHeapAsEstimatedOnceSomeAreMissed() {
        HeapSample sample = new HeapSample(() -> 0);
        byte[] object = new byte[0];
        Site site = new Sites(LINES, new Mappings()).get(frames.walk(locations.get(write).access(), false), object, 17);
        Tally tally = new Tally(new Clock(1), new Cells(), new AtomicInteger());
        Entry entry = new Entry(tally, LINES.place(object, 17, Long.BYTES), locations.get(write), 8, null, -1);
        entry.site = site;
        Window window = new Window(sample);
        window.touch(entry, Keys.of(object, 17));
        assertThat(site.estimated()).isFalse();
        sample.next(20_000);
        sample.next(0);
        sample.next(0);
        window.touch(entry, Keys.of(object, 17));
        assertThat(site.estimated()).isTrue();
    }

    private static int watched(HeapSample sample) {
        return (int) IntStream.range(0, sample.watched.length).filter(i -> sample.watched[i] != 0).count();
    }

    /** The caller of the agent may have another class loader. */
    @Test
    void shouldReportObjectsOfTheJdkOnly() {
        atFour(4096);

        assertThat(leaves(report()))
            .hasOnlyElementsOfTypes(String.class, Integer.class, Long.class, Boolean.class);
    }

    @Test
    void shouldReportTheHitsOfItsSitesWhileThreadsRun() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            for (long page = 1; !done.get(); page++) {
                everywhere(page * 4096);
            }
        });
        thread.start();
        for (int i = 0; i < 300; i++) {
            JsonNode report = JsonMapper.shared().valueToTree(report());
            long hits = report.get("sites").valueStream().mapToLong(site -> site.get("hits").asLong()).sum();
            assertThat(report.at("/hits/atSites").asLong()).isEqualTo(hits);
        }
        done.set(true);
        thread.join();
    }

    private Map<String, Object> report() {
        return new Findings(false, Instant.EPOCH, Instant.EPOCH, false, 1, List.of(),
            new Rewriter(locations, false, null).state(), false, List.of(), 0, recorder.sites(), recorder,
            new Lost(0, null)).report();
    }

    /** Another thread learns what is passed on through an object if it is the same one, and then touches the values. */
    private void writeAndPassOn(int values, int by, Object released, Object acquired, long where)
        throws InterruptedException {
        touchAll(values, write);
        order(false, released, where);
        inAnotherThread(() -> {
            order(true, acquired, where);
            touchAll(values, by);
        });
    }

    private void order(boolean acquires, Object through, long where) {
        recorder.ordering().access(acquires, 0, through, null, Keys.of(through, where), OBJECT);
    }

    private static Stream<Object> leaves(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().flatMap(RecorderTest::leaves);
        }
        if (value instanceof List<?> list) {
            return list.stream().flatMap(RecorderTest::leaves);
        }
        return Stream.ofNullable(value);
    }

    private int registered(String method) {
        return locations.register(UnsafeMethods.find("sun.misc.Unsafe", method).orElseThrow(), method, 0, false);
    }

    private void writeThenReadInAnotherThread(int values) throws InterruptedException {
        touchAll(values, write);
        inAnotherThread(() -> touchAll(values, read));
    }

    private static void inAnotherThread(Runnable accesses) throws InterruptedException {
        Thread thread = new Thread(accesses);
        thread.start();
        thread.join();
    }

    private void touchAll(int values, int by) {
        for (int i = 1; i <= values; i++) {
            Library.read(recorder, i * 4096L + 4, by);
        }
    }

    private void everywhere(long page) {
        for (int line : new int[] {64, 4032}) {
            for (int offset = 0; offset < 64; offset++) {
                if (offset % 8 != 0) {
                    Library.read(recorder, page + line + offset, read);
                }
            }
        }
    }

    private void atFour(long page) {
        Library.read(recorder, page + 4, read);
    }

    private Stream<SiteState> sites(String method) {
        return recorder.sites().stream().filter(state -> state.site().key().frame().getMethodName().equals(method));
    }

    private List<Site.Count> counts(String method) {
        return sites(method).flatMap(state -> state.site().counts().stream()).toList();
    }

    private long hits(String method) {
        return counts(method).stream().mapToLong(Site.Count::count).sum();
    }
}
