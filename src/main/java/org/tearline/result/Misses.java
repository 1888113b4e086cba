package org.tearline.result;

/** How many changes make it improbable that a tear which is there was missed: a pure function. Any thread. */
public final class Misses {
    /** A miss is improbable below one in a thousand: e^-n is that for n changes' worth of tears. */
    private static final double EXPECTED_TEARS = Math.log(1_000);

    private Misses() {
    }

    /**
     * The changes without a tear that exclude a rate, at one miss in a thousand; 0 if there is no rate to exclude.
     *
     * @param torn    tears seen at comparable places
     * @param changes changes seen there
     */
    public static long neededChanges(long torn, long changes) {
        return torn == 0 ? 0 : (long) Math.ceil(EXPECTED_TEARS * changes / torn);
    }
}
