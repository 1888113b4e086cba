// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/**
 * How a JDK makes a write and a read of a value through an API. Thread-safe.
 *
 * @param aligned       null, or why the JDK refuses the pair at an aligned address
 * @param misaligned    null, or why it refuses the pair at any other address
 * @param untilCompiled null, or why it refuses the last byte of an int until the JIT compiles the call
 * @param inPieces      whether Java code makes a misaligned access in pieces until then; of a vector, any access
 */
public record AccessRule(String aligned, String misaligned, String untilCompiled, boolean inPieces) {
    /** @param floating whether the value is a float or a double, to which a VarHandle adds nothing */
    public static AccessRule of(Api api, WriteMode write, ReadMode read, Width width, boolean floating, int java) {
        boolean aligned = true;
        boolean updates = write.readsAndWrites() || read.readsAndWrites();
        boolean plain = write == WriteMode.PLAIN || read == ReadMode.PLAIN;
        return new AccessRule(refusal(api, write, read, width, floating, aligned, java),
            refusal(api, write, read, width, floating, !aligned, java),
            api.refusalUntilCompiled(updates, width, Integer.BYTES - 1), api.inPieces() && plain);
    }

    private static String refusal(Api api, WriteMode write, ReadMode read, Width width, boolean floating,
                                  boolean aligned, int java) {
        // No method adds to a float, nor updates a short.
        Width written = floating && write == WriteMode.GETANDADD ? Width.SHORT : width;
        Width loaded = floating && read == ReadMode.GETANDADD ? Width.SHORT : width;
        String writing = api.refusal(write, written, aligned, java);
        return writing != null ? writing : api.refusal(read, loaded, aligned, java);
    }
}
