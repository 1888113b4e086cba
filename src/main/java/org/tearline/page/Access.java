// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.List;
import org.tearline.trial.AccessPair;
import org.tearline.trial.Api;
import org.tearline.trial.Architecture;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.WriteMode;
import org.tearline.trial.Width;

/**
 * A write and a read of a value through an API of a JDK. Thread-safe.
 *
 * @param floating whether the value is a float or a double, to which a VarHandle adds nothing
 */
record Access(Api api, WriteMode write, ReadMode read, Width width, boolean floating, int java) {

    AccessPair pair(Tier tier, Architecture architecture) {
        return AccessPair.of(write, read, width, tier, architecture);
    }

    /** Returns null, or why the JDK refuses the write or the read. */
    String refusal(boolean aligned) {
        // No method adds to a float, nor updates a short.
        Width written = floating && write == WriteMode.GETANDADD ? Width.SHORT : width;
        Width loaded = floating && read == ReadMode.GETANDADD ? Width.SHORT : width;
        String writing = api.refusal(write, written, aligned, java);
        return writing != null ? writing : api.refusal(read, loaded, aligned, java);
    }

    String refusalUntilCompiled(int offset) {
        return api.refusalUntilCompiled(write.readsAndWrites() || read.readsAndWrites(), width, offset);
    }

    /** Whether Java code makes the access in pieces until the JIT compiles the call. */
    boolean inPieces(boolean aligned) {
        boolean plain = write == WriteMode.PLAIN || read == ReadMode.PLAIN;
        return api.inPieces() && plain && (width.isVector() || !aligned);
    }

    /** Returns an object that is equal for accesses with the same answers on every CPU of an architecture. */
    Object basis(Architecture architecture) {
        boolean aligned = true;
        String always = refusal(aligned);
        String misaligned = refusal(!aligned);
        if (always != null && always.equals(misaligned)) {
            return always;
        }
        return List.of(String.valueOf(always), String.valueOf(misaligned), inPieces(!aligned),
            String.valueOf(refusalUntilCompiled(Integer.BYTES - 1)), pair(Tier.C2, architecture),
            pair(Tier.INTERPRETER, architecture));
    }
}
