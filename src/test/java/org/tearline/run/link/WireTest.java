// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.loop.Stressor;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.MappedFile;
import org.tearline.machine.SplitLockCost;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Budget;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Samples;

class WireTest {
    private static final TrialRequest REQUEST = new TrialRequest(
        Samples.trial(60, WriteMode.GETANDADD, ReadMode.EXCHANGE), new Budget(Long.MAX_VALUE, 5, Until.BUDGET),
        new ThreadCpus(List.of(3), List.of(1, 2), null, false),
        new AccessRules(Architecture.S390X, new Geometry(256, 4_096), false), "auto", SplitLocks.SLOWED,
        new MappedFile.Name("a file", "its key"), true, List.of(Stressor.SPIN));

    static Stream<Message> messages() {
        return Stream.of(
            new Message.RunTrial(REQUEST), new Message.Stop(), new Message.Trying(Stressor.SPIN),
            new Message.Trying(null), new Message.Progress(1, 2, 3, "none"),
            new Message.Finished(Samples.torn()), new Message.Finished(Samples.silent(1_000, Samples.CONTROLS)),
            new Message.Failed("why", CellReason.STOPPED),
            new Message.Read(REQUEST, REQUEST.trial(), Message.Where.PLANTED, 3, null,
                new Message.Limits(4, 5, true, 6, 7)),
            new Message.HasRead(Samples.torn().tally(), 7, -1, "a problem", true),
            new Message.SplitLockTimed(SplitLockCost.timed(new SplitLockCost.Singles(1, 2, 3),
                new SplitLockCost.Means(4, null))),
            new Message.SplitLockTimed(SplitLockCost.fatal("SIGBUS")),
            new Message.TimeSplitLock(new Geometry(64, 4_096)), new Message.RunControl(REQUEST),
            new Message.ControlDone(Samples.CONTROLS.aligned()), new Message.Provisional(Samples.torn()),
            new Message.Compile(new CompileRequest(Memory.BYTEBUFFER, Width.LONG, Tier.C1, 60, new Geometry(64, 4_096),
                List.of(WriteMode.PLAIN, WriteMode.CAS), List.of(), "none")),
            new Message.Compiled(List.of(new CompiledLoop(WriteMode.CAS, null, "a.Loop/0x01", null),
                new CompiledLoop(null, ReadMode.CAS, null, "refused"))),
            new Message.AskFlags(), new Message.Flags(List.of(new Message.SetFlag(JvmFlag.values()[0], null))));
    }

    @Test
    void shouldHaveAnExampleOfEachType() {
        Set<Class<?>> examples = messages().<Class<?>>map(Object::getClass).collect(Collectors.toSet());
        assertThat(Message.KINDS).containsExactlyInAnyOrderElementsOf(examples);
    }

    private record Boxes(Integer count, Long bytes, Double rate, Boolean known, List<Double> rates) {
    }

    @Test
    void shouldTransmitEachBox() throws IOException {
        Boxes none = new Boxes(null, null, null, null, null);
        for (Boxes boxes : List.of(new Boxes(1, 2L, 3.5, true, List.of(4.5)), none)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Wire.write(new DataOutputStream(bytes), boxes);
            assertThat(Wire.read(in(bytes.toByteArray()), Boxes.class)).isEqualTo(boxes);
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldTransmitEachMessage(Message message) throws IOException {
        assertThat(Message.receive(in(bytes(message)))).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldNoticeATruncatedFrame(Message message) throws IOException {
        byte[] whole = bytes(message);
        DataInputStream cut = new DataInputStream(new ByteArrayInputStream(whole, 0, whole.length - 1));
        assertThatThrownBy(() -> Message.receive(cut)).isInstanceOf(EOFException.class);
    }

    @Test
    void shouldRejectAnUnknownType() {
        byte[] frame = ByteBuffer.allocate(Long.BYTES + 1).putLong(Message.FRAME).put((byte) 99).array();
        assertThatThrownBy(() -> Message.receive(in(frame))).isInstanceOf(IOException.class)
            .hasMessageContaining("99");
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldSkipOutputBetweenFrames(Message message) throws IOException {
        byte[] frame = bytes(message);
        for (int shared = 0; shared < Long.BYTES; shared++) {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            stream.write("Listening for transport dt_socket at address: 40001\n".getBytes(StandardCharsets.UTF_8));
            stream.write(frame);
            stream.write("[0.1s][info][gc] \u00ff\u00fe\n".getBytes(StandardCharsets.ISO_8859_1));
            // The start of a marker.
            stream.write(frame, 0, shared);
            stream.write(frame);
            DataInputStream in = in(stream.toByteArray());
            assertThat(Message.receive(in)).isEqualTo(message);
            assertThat(Message.receive(in)).isEqualTo(message);
            assertThatThrownBy(() -> Message.receive(in)).isInstanceOf(EOFException.class);
        }
    }

    private static byte[] bytes(Message message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Message.send(new DataOutputStream(bytes), message);
        return bytes.toByteArray();
    }

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }
}
