package org.tearline.result;

/**
 * Where a result was made, as far as it is published. Immutable.
 *
 * @param hypervisor whether the CPU says that it is a guest; null where it cannot be known
 * @param emulated   whether software executes the instructions: yes, no or unknown
 */
public record Machine(String cpu, int lineBytes, int pageBytes, String jvm, String os, Boolean hypervisor,
                      String emulated) {
}
