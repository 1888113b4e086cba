// SPDX-License-Identifier: Apache-2.0
package org.tearline.result;

/**
 * Says who refused a trial, before anything was counted. Immutable.
 *
 * @param why the exception, or what there is not
 */
public record Refusal(By by, String why) {
    /** The two that can. */
    public enum By {
        /** The JDK has no such access or memory, or throws for it. */
        API("the API refuses this access: "),
        /** The kernel gives no huge page. */
        KERNEL("no huge page: ");

        private final String words;

        By(String words) {
            this.words = words;
        }
    }

    /** Returns the refusal of an access or memory. */
    public static Refusal byApi(String why) {
        return new Refusal(By.API, why);
    }

    /** Says it in words. */
    public String sentence() {
        return by.words + why;
    }
}
