// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.loop.Accesses.CasAccess;
import org.tearline.loop.Accesses.ReadAccess;
import org.tearline.loop.Accesses.WriteAccess;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;

/**
 * The accesses of an API, each of which is a mode by itself.
 *
 * @param unsafe whether positions are Unsafe's, so that there are the guarded modes, too
 */
record SingleAccesses(boolean unsafe, WriteAccess plain, WriteAccess opaque, WriteAccess ordered,
                      WriteAccess volatileWrite, WriteAccess compareAndSet, WriteAccess getAndSet,
                      WriteAccess getAndAdd, ReadAccess plainRead, ReadAccess opaqueRead, ReadAccess acquireRead,
                      ReadAccess volatileRead, ReadAccess exchangeRead, ReadAccess getAndAddRead, CasAccess cas)
    implements Accesses {

    @Override
    public WriteAccess write(WriteMode mode) {
        return switch (mode) {
            case PLAIN -> plain;
            case OPAQUE -> opaque;
            case ORDERED -> ordered;
            case VOLATILE -> volatileWrite;
            case CAS -> compareAndSet;
            case GETANDSET -> getAndSet;
            case GETANDADD -> getAndAdd;
            case SEQLOCK -> guarded(mode, new GuardedAccesses.SeqlockWrite());
        };
    }

    @Override
    public ReadAccess read(ReadMode mode) {
        return switch (mode) {
            case PLAIN -> plainRead;
            case OPAQUE -> opaqueRead;
            case ACQUIRE -> acquireRead;
            case VOLATILE -> volatileRead;
            case EXCHANGE -> exchangeRead;
            case GETANDADD -> getAndAddRead;
            case AGREE -> guarded(mode, new GuardedAccesses.Agree());
            case MASKED -> guarded(mode, new GuardedAccesses.Masked());
            case SEQLOCK -> guarded(mode, new GuardedAccesses.SeqlockRead());
            case CAS -> throw new IllegalArgumentException("the cas reader asks for candidates, it does not read");
        };
    }

    private <T> T guarded(Object mode, T access) {
        if (!unsafe) {
            throw new UnsupportedOperationException(mode + " is made of Unsafe's accesses: its memory is unsafe, heap"
                + " or mapped");
        }
        return access;
    }
}
