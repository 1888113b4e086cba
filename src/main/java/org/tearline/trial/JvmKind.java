// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** Kinds of JVM, by whether it is known which instructions perform an access. */
public enum JvmKind {
    /** HotSpot with its template interpreter, C1 and C2. */
    HOTSPOT,
    /**
     * Any other: a JVM that is not HotSpot, such as OpenJ9, and HotSpot with another interpreter (Zero) or another
     * compiler (Graal). Its instructions were not examined, so no access counts as atomic and no promise applies.
     */
    UNKNOWN;

    /**
     * Returns the kind of a JVM.
     *
     * @param name    the value of java.vm.name
     * @param version the value of java.vm.version or java.runtime.version
     */
    public static JvmKind of(String name, String version) {
        // The name of HotSpot with C1 and C2, from HOTSPOT_VM_DISTRO and VMTYPE in its sources (JDK 17 and 25). Other
        // variants are named Zero, Client and Minimal, and OpenJ9 is named Eclipse OpenJ9 VM.
        boolean hotspot = name.matches("(OpenJDK|Java HotSpot\\(TM\\)) 64-Bit Server VM");
        // The version of a JDK made for Graal, whose JIT may be Graal, is such as 21.0.2+13-jvmci-23.1-b30.
        if (hotspot && !version.contains("jvmci")) {
            return HOTSPOT;
        }
        return UNKNOWN;
    }
}
