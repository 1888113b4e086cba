package org.tearline.platform;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import org.agrona.UnsafeApi;

/** Facts about the JVM that this runs in, as far as an access depends on them. Any thread. */
final class Jvm {
    private static final String SECTION = "jvm";

    private Jvm() {
    }

    /** Adds them. */
    static void addTo(Facts facts) {
        facts.add(SECTION, "name", System.getProperty("java.vm.name"), "java.vm.name");
        facts.add(SECTION, "vendor", System.getProperty("java.vendor"), "java.vendor");
        facts.add(SECTION, "version", System.getProperty("java.runtime.version"), "java.runtime.version");
        facts.add(SECTION, "arch", System.getProperty("os.arch"), "os.arch");
        CompilationMXBean compilation = ManagementFactory.getCompilationMXBean();
        facts.add(SECTION, "compilers", compilation == null ? "none" : compilation.getName(), "CompilationMXBean");
        flag(facts, "tieredCompilation", "TieredCompilation");
        flag(facts, "tieredStopAtLevel", "TieredStopAtLevel");
        flag(facts, "onStackReplacement", "UseOnStackReplacement");
        // The flag behind it is a diagnostic one, which the bean denies to know unless they are unlocked.
        facts.add(SECTION, "unalignedAccesses", UnsafeApi.unalignedAccess(), "Unsafe.unalignedAccess");
        facts.add(SECTION, "writeback", UnsafeApi.isWritebackEnabled(), "Unsafe.isWritebackEnabled (JEP 352)");
    }

    private static void flag(Facts facts, String name, String option) {
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (bean == null) {
            return;
        }
        try {
            String value = bean.getVMOption(option).getValue();
            Object typed = value.matches("\\d{1,9}") ? (Object) Integer.valueOf(value) : Boolean.valueOf(value);
            facts.add(SECTION, name, typed, "HotSpotDiagnosticMXBean, " + option);
        } catch (IllegalArgumentException e) {
            // This JVM has no such option.
        }
    }
}
