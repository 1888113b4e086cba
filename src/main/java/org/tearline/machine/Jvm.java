// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.tearline.trial.JvmKind;
import org.tearline.trial.Tier;

/** The name and version of a JVM, from its system properties. */
public record Jvm(String name, String vmVersion, String vendor, String version, String arch) {
    /** The variants of HotSpot, with the highest tier of each. A JDK may contain several. */
    private static final Map<String, Tier> VARIANTS = Map.of("server", Tier.C2, "client", Tier.C1, "minimal", Tier.C1,
        "zero", Tier.INTERPRETER);

    public static Jvm here() {
        return new Jvm(System.getProperty("java.vm.name"), System.getProperty("java.vm.version"),
            System.getProperty("java.vendor"), System.getProperty("java.runtime.version"),
            System.getProperty("os.arch"));
    }

    public JvmKind kind() {
        return JvmKind.of(name, version);
    }

    /** The option that selects this VM if its JDK contains several; empty if it is not a variant of HotSpot. */
    public Optional<String> option() {
        return variant().map("-"::concat);
    }

    /**
     * Fails if this JVM cannot run trials in a tier.
     *
     * @throws UnsupportedJvm with a sentence that says why and what to use instead
     */
    public void requireTier(Tier tier) throws UnsupportedJvm {
        // Stands for sun.jnu.encoding, which encodes ASCII as UTF-8 does. A worker's arguments are encoded in it since
        // JDK 18, and in the default charset before.
        Charset charset = StandardCharsets.UTF_8;
        if (Runtime.version().feature() < 18) {
            charset = Charset.defaultCharset();
        }
        String problem = problem(tier, System.getProperty("sun.arch.data.model"), charset);
        if (problem != null) {
            throw new UnsupportedJvm(problem);
        }
    }

    /**
     * Why this JVM cannot run trials, or null if it can.
     *
     * @param bits    the value of sun.arch.data.model; null if the JVM does not set it
     * @param charset the encoding of a worker's arguments
     */
    String problem(Tier tier, String bits, Charset charset) {
        if ("32".equals(bits)) {
            return "this JVM (" + name + ", " + arch + ") has 32 bits, but trials need a 64-bit JVM";
        }
        // In UTF-16, for example, every other byte of an argument would be zero.
        if (!Arrays.equals("/".getBytes(charset), "/".getBytes(StandardCharsets.US_ASCII))) {
            return "this JVM cannot start a worker with -Dfile.encoding=" + charset + "; try UTF-8";
        }
        // Tiers are declared from the highest to the lowest.
        if (tier.compareTo(bestTier()) < 0) {
            return "this JVM (" + name + ") has no compiler for tier " + tier + "; try --tier " + bestTier()
                + " or a JVM named Server VM";
        }
        return null;
    }

    /** The highest tier of this JVM, assumed to be C2 unless it is a known variant of HotSpot. */
    public Tier bestTier() {
        return variant().map(VARIANTS::get).orElse(Tier.C2);
    }

    private Optional<String> variant() {
        return VARIANTS.keySet().stream()
            .filter(variant -> name.toLowerCase(Locale.ROOT).endsWith(" " + variant + " vm"))
            .findFirst();
    }

    /** Thrown if this JVM cannot run trials. The message is a sentence for the user. */
    public static final class UnsupportedJvm extends IOException {
        private static final long serialVersionUID = 1L;

        UnsupportedJvm(String message) {
            super(message);
        }
    }

    @Override
    public String toString() {
        return name + " " + vmVersion + " (" + vendor + ")";
    }
}
