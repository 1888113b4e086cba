package org.tearline.kernel;

/** What a reader does with a torn value at the moment it has seen it. Called by every reader thread. */
public abstract class Witnessing {

    /** Whether memory was found to hold the torn value. */
    abstract boolean confirm(long position, long seen);

    /** Asks nothing: the reader goes on at full speed. */
    public static final class Trusting extends Witnessing {
        @Override
        boolean confirm(long position, long seen) {
            return false;
        }
    }

    /**
     * Asks memory at a locked instant whether it holds the torn value. Only a torn write leaves one there; a torn read
     * does not. Across a line the question is a split lock, so it is kept to short rounds.
     */
    public static final class Confirming extends Witnessing {
        private final CasAccess cas;

        /** Creates the question for one region. */
        public Confirming(CasAccess cas) {
            this.cas = cas;
        }

        @Override
        boolean confirm(long position, long seen) {
            return cas.holds(position, seen);
        }
    }
}
