package org.tearline.promise;

import java.util.Set;

/**
 * What promises depend on. Immutable; what is not known is null, and no rule that asks for it applies.
 *
 * @param isa      x86, arm, riscv, power, s390 or loongarch
 * @param vendorId x86: the vendor_id of /proc/cpuinfo, without white space around it
 * @param family   x86: the family; Arm: the version of the architecture
 * @param model    x86: the model; no rule asks for it yet
 * @param features in the words of /proc/cpuinfo
 */
public record CpuTraits(String isa, String vendorId, Integer family, Integer model, Set<String> features) {
}
