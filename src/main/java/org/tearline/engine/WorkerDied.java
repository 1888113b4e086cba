package org.tearline.engine;

/** The worker JVM is gone and took its trial with it; the message says how it went. */
final class WorkerDied extends Exception {
    private static final long serialVersionUID = 1L;

    WorkerDied(String message) {
        super(message);
    }
}
