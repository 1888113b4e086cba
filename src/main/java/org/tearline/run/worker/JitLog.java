// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses the JVM's log to find the level of a loop's code, whether its accesses were inlined, and whether the code was
 * invalidated or left through a trap. The log has HotSpot's tags jit+compilation, jit+inlining and, since JDK 21,
 * deoptimization; each line names its thread. HotSpot writes each line in one piece. A compilation is logged before it
 * starts, inlining while the compilation runs, an invalidation when it happens, and a trap before the thread continues
 * in the interpreter. Without BackgroundCompilation, a call to a loop returns only after the loop's compilation has
 * ended. Checked on JDK 17 and 25, where hidden classes appear as {@code Name/0x...::method}. Not thread-safe.
 *
 * <p>On JDK 17, the log shows a trap only if it invalidates the code, for example at a branch that was never taken
 * before or because of a class that breaks an assumption. It does not show the first few traps of a failed type check,
 * nor those of an exception.
 */
final class JitLog {
    private static final Pattern EVENT = Pattern.compile(
        "\\s(?<id>\\d+)\\s(?<osr>[ %])[ s][ !][ b][ n]\\s+(?<level>\\d)\\s+(?<method>\\S+::\\S+)");
    private static final Pattern CALL = Pattern.compile(
        " @ \\d+\\s+(?<method>\\S+::\\S+) \\((?<size>[^)]*)\\)\\s+(?:failed to inline: )?(?<why>.*)");
    private static final Pattern TRAP = Pattern.compile("\\bcid=\\s*(?<id>\\d+)\\s.*? trap_bci=(?<what>\\S+ \\S+)");
    /** How HotSpot describes an inlined call, with either JDK and either compiler. */
    private static final Pattern INLINED = Pattern.compile("inline.*|\\(?intrinsic\\)?.*|accessor.*|force .*inline.*"
        + "|late inline.*");
    /** How HotSpot describes a call that was never executed. C2 compiles it to a trap, which the log shows if taken. */
    private static final Pattern NOT_EXECUTED = Pattern.compile("never executed.*|call site not reached.*"
        + "|not inlineable.*");
    /** Constructors, and other methods that create an exception. */
    private static final Pattern EXCEPTION = Pattern.compile("<init>|new\\w*(Exception|Error)\\w*");
    /**
     * How the names of methods start that do not access the value: checks of an index, a segment, its session and its
     * layout, the order of bytes, boxes, a count of calls, and the text of an exception. C1 and C2 do not always inline
     * these methods. Checked with all memories on JDK 17, 21 and 25.
     */
    private static final List<String> NO_ACCESS = List.of("jdk.internal.util.Preconditions::", "java.lang.String::",
        "java.lang.Long::", "java.lang.Integer::", "java.lang.Short::", "java.lang.invoke.MethodHandle::maybeCustomize",
        "jdk.internal.access.foreign.MemorySegmentProxy::scope", "jdk.internal.misc.ScopedMemoryAccess$Scope::check",
        "jdk.internal.foreign.MemorySessionImpl::check", "jdk.internal.foreign.AbstractMemorySegmentImpl::sessionImpl",
        "jdk.internal.foreign.AbstractMemorySegmentImpl::check", "jdk.internal.foreign.layout.",
        "jdk.internal.foreign.NativeMemorySegmentImpl::unsafeGet",
        "jdk.internal.foreign.NativeMemorySegmentImpl::maxAlignMask");
    /**
     * The classes on the call path from a loop to its access, whose compilations are followed. A call that leads out
     * of them and was not inlined is a problem, because the access may then run in an unknown tier; it is none if the
     * called method is known not to access the value, see {@link #NO_ACCESS}.
     */
    private static final List<String> ACCESS_CLASSES = List.of("org.tearline.loop.", "org.agrona.",
        "java.nio.ByteBuffer::", "java.nio.DirectByteBuffer::", "jdk.internal.misc.ScopedMemoryAccess::",
        "jdk.internal.misc.Unsafe::", "java.lang.invoke.VarHandle", "java.lang.invoke.LambdaForm",
        "java.lang.invoke.Invokers", "jdk.incubator.vector.", "jdk.internal.vm.vector.VectorSupport::");
    /**
     * The access to a vector: one instruction if it is an intrinsic, otherwise Java code that accesses the vector lane
     * by lane. It is not an intrinsic if the CPU lacks a register of this size or C2 does not know the species.
     */
    private static final Pattern VECTOR_ACCESS = Pattern.compile(
        "jdk\\.internal\\.vm\\.vector\\.VectorSupport::(?:load|store)");
    /** The method of a loop. */
    private static final String RUN = "::run";

    private final Path file;
    private final Map<String, Code> codeOfMethod = new HashMap<>();
    private final Map<String, Code> codeOfCompilation = new HashMap<>();
    private final Map<String, Set<String>> calledByMethod = new HashMap<>();
    private final Map<String, Code> compiledByThread = new HashMap<>();
    private final List<Remark> disturbances = new ArrayList<>();
    private RandomAccessFile log;
    private long parsedBytes;

    /**
     * A method's current code.
     *
     * @param outside the calls on the way to an access that were not inlined
     */
    private record Code(String method, String id, int level, List<Remark> outside) {
    }

    /** Why a method was not inlined, or how its code was invalidated or left for the interpreter. */
    private record Remark(String method, String what) {
    }

    /** Starts reading at byte {@code from}. */
    JitLog(Path file, long from) {
        this.file = file;
        parsedBytes = from;
    }

    /**
     * Why the current code of a loop or of one of its accesses is not at the wanted level, or null if all of it is. An
     * access that was not inlined has a level of its own.
     *
     * @param type the name of the class, as {@link Class#getName} returns it
     */
    String problem(String type, int wanted) throws IOException {
        readOn();
        String loop = type + RUN;
        if (level(loop) == wanted) {
            return calleeProblem(loop, wanted, new HashSet<>(Set.of(loop)));
        }
        return "the loop ran " + words(level(loop));
    }

    /** Marks this moment for {@link #disturbance}, which reports only what happened later. */
    int mark() throws IOException {
        readOn();
        return disturbances.size();
    }

    /**
     * What has disturbed these loops or the accesses that they call since a mark; null if nothing has. Takes a
     * microsecond or two if the JVM has logged nothing.
     */
    String disturbance(int mark, Collection<String> loops) throws IOException {
        readOn();
        for (Remark found : disturbances.subList(mark, disturbances.size())) {
            for (String loop : loops) {
                String name = loop + RUN;
                if (found.method().equals(name)) {
                    return "the loop's code was invalidated or left: " + found.what();
                }
                if (calls(name, found.method(), new HashSet<>())) {
                    return found.method() + ", called by the loop, was invalidated or left: " + found.what();
                }
            }
        }
        return null;
    }

    /** Whether a method calls another, directly or through further methods, by calls that were not inlined. */
    private boolean calls(String caller, String method, Set<String> visited) {
        Set<String> targets = calledByMethod.getOrDefault(caller, Set.of());
        return targets.contains(method)
            || targets.stream().anyMatch(target -> visited.add(target) && calls(target, method, visited));
    }

    /** The level of a method's code, or 0 if it is interpreted. */
    private int level(String method) {
        Code code = codeOfMethod.get(method);
        if (code == null) {
            return 0;
        }
        return code.level();
    }

    /** Why an access outside a method's code is not at the wanted level, or null if all are. */
    private String calleeProblem(String caller, int wanted, Set<String> visited) {
        for (Remark call : codeOfMethod.get(caller).outside()) {
            String target = call.method();
            if (VECTOR_ACCESS.matcher(target).matches()) {
                return target + " was not compiled to one instruction (" + call.what() + ")";
            }
            if (visited.add(target)) {
                if (level(target) != wanted) {
                    String tier = "in an unknown tier";
                    if (isOfInterest(target)) {
                        tier = words(level(target));
                    }
                    return target + " was not inlined into the loop (" + call.what() + ") and ran " + tier;
                }
                String deeper = calleeProblem(target, wanted, visited);
                if (deeper != null) {
                    return deeper;
                }
            }
        }
        return null;
    }

    private static String words(int level) {
        if (level == 0) {
            return "interpreted";
        }
        return "at compilation level " + level;
    }

    /** Parses the complete lines written since the last call. */
    private void readOn() throws IOException {
        if (log == null) {
            log = new RandomAccessFile(file.toFile(), "r");
        }
        long length = log.length();
        if (length == parsedBytes) {
            return;
        }
        byte[] fresh = new byte[(int) (length - parsedBytes)];
        log.seek(parsedBytes);
        log.readFully(fresh);
        String text = new String(fresh, StandardCharsets.ISO_8859_1);
        int complete = text.lastIndexOf('\n') + 1;
        text.substring(0, complete).lines().forEach(this::take);
        parsedBytes += complete;
    }

    private void take(String line) {
        int afterThread = line.indexOf(']') + 1;
        String thread = line.substring(0, afterThread);
        // An on-stack replacement (%) is an event, although it has an @ as well.
        if (line.contains(" @ ") && !line.contains(" % ")) {
            takeCall(compiledByThread.get(thread), line);
        } else if (line.contains("cid=")) {
            takeTrap(line);
        } else if (line.contains("::")) {
            takeEvent(thread, line);
        }
    }

    /** Parses the start of a compilation, or the invalidation of its code. */
    private void takeEvent(String thread, String line) {
        boolean outOfUse = Stream.of("made not entrant", "made zombie", "COMPILE SKIPPED").anyMatch(line::contains);
        if (!outOfUse) {
            // The thread begins another compilation.
            compiledByThread.remove(thread);
        }
        if (!isOfInterest(line)) {
            return;
        }
        Matcher event = EVENT.matcher(line);
        if (!event.find() || event.group("osr").equals("%")) {
            return;
        }
        String method = event.group("method");
        if (!outOfUse) {
            Code code = new Code(method, event.group("id"), Integer.parseInt(event.group("level")), new ArrayList<>());
            codeOfMethod.put(method, code);
            codeOfCompilation.put(code.id(), code);
            compiledByThread.put(thread, code);
        } else if (codeOfMethod.remove(method, codeOfCompilation.get(event.group("id")))) {
            disturbances.add(new Remark(method, line.substring(line.indexOf(')') + 1).strip()));
        }
    }

    /** Parses a compiler's decision on a call. {@code caller} is null if the compilation is not followed. */
    private void takeCall(Code caller, String line) {
        if (caller == null) {
            return;
        }
        Matcher call = CALL.matcher(line);
        if (!call.find()) {
            caller.outside().add(new Remark("a method", line.substring(line.indexOf('@')).strip()));
            return;
        }
        String method = call.group("method");
        String shortName = method.substring(method.indexOf("::") + 2);
        String why = call.group("why").strip();
        // Ignores the creation of an exception, which ends the loop, and native code, which is the same in every tier.
        boolean harmless = EXCEPTION.matcher(shortName).matches() || NO_ACCESS.stream().anyMatch(method::startsWith)
            || why.startsWith("native method");
        boolean called = !INLINED.matcher(why).matches() && !NOT_EXECUTED.matcher(why).matches();
        boolean laneByLane = VECTOR_ACCESS.matcher(method).matches() && !why.startsWith("(intrinsic)");
        if (laneByLane || called && !harmless) {
            // For a ByteBuffer, that of the implementation, because a worker's buffers are all direct.
            String target = method.replace("java.nio.ByteBuffer::", "java.nio.DirectByteBuffer::");
            caller.outside().add(new Remark(target, why));
            calledByMethod.computeIfAbsent(caller.method(), name -> new HashSet<>()).add(target);
        }
    }

    private void takeTrap(String line) {
        Matcher trap = TRAP.matcher(line);
        if (trap.find() && codeOfCompilation.containsKey(trap.group("id"))) {
            disturbances.add(new Remark(codeOfCompilation.get(trap.group("id")).method(),
                "uncommon trap at bytecode " + trap.group("what")));
        }
    }

    private static boolean isOfInterest(String line) {
        return ACCESS_CLASSES.stream().anyMatch(line::contains);
    }
}
