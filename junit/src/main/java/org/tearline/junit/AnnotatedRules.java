// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Reads rules from the annotations of a test. Thread-safe. */
final class AnnotatedRules {
    private static final List<Integer> GRANULES = List.of(0, 8, 16, 32, 64);

    private AnnotatedRules() {
    }

    /** Returns the rules of the nearest annotated method or class. The default forbids line crossings. */
    static List<Rule> of(ExtensionContext context) {
        List<Rule> rules = context.getTestMethod().map(AnnotatedRules::on).orElse(List.of());
        for (Class<?> type = context.getRequiredTestClass(); rules.isEmpty() && type != null;
             type = type.getEnclosingClass()) {
            rules = on(type);
        }
        return rules.isEmpty() ? List.of(new Rule("@ExtendWith(MisalignedAccess.class)", 0, List.of())) : rules;
    }

    private static List<Rule> on(AnnotatedElement element) {
        List<Rule> rules = new ArrayList<>();
        Optional<NoMisalignedAccess> all = AnnotationSupport.findAnnotation(element, NoMisalignedAccess.class);
        all.ifPresent(rule -> rules.add(new Rule("@NoMisalignedAccess", 1, List.of(rule.allow()))));
        Optional<NoLineCrossing> lines = AnnotationSupport.findAnnotation(element, NoLineCrossing.class);
        lines.ifPresent(rule -> rules.add(of(rule)));
        return rules;
    }

    private static Rule of(NoLineCrossing annotation) {
        int granule = annotation.granule();
        if (!GRANULES.contains(granule)) {
            throw new ExtensionConfigurationException("@NoLineCrossing(granule = " + granule
                + "): use 8, 16, 32 or 64");
        }
        return new Rule("@NoLineCrossing" + (granule == 0 ? "" : "(granule = " + granule + ")"), granule,
            List.of(annotation.allow()));
    }
}
