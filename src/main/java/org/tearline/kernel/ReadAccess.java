package org.tearline.kernel;

/**
 * One way to read a long. An abstract class and not an interface, so that C1 binds the call on a constant receiver.
 * Called by every reader thread; implementations hold no mutable state.
 */
public abstract class ReadAccess {

    /**
     * Reads the value.
     *
     * @param position address or index of the first byte, aligned or not
     * @param last     what was read before; a compare-and-exchange offers it as expected and as new value
     * @return all bytes of the value, as this access sees them
     */
    abstract long read(long position, long last);
}
