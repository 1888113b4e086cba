// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GradeTest {

    @Test
    void shouldRecogniseWhatASightingSays() {
        assertTrue(sighting(Values.BEFORE).matches(Grade.BEFORE));
        assertTrue(sighting(Values.AFTER).matches(Grade.AFTER));
        assertTrue(sighting(Values.NO_MATCH).matches(Grade.NO_MATCH));
        assertFalse(sighting(Values.MARK).matches(Grade.TORN));
        assertFalse(sighting(0).matches(Grade.TORN));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void shouldRecogniseATornSightingAtEachSeam(int seam) {
        String newFirst = sighting(Values.mixture(Values.AFTER, Values.BEFORE, seam));
        assertTrue(newFirst.startsWith("60 torn at " + seam + ": B1"), newFirst);
        assertTrue(newFirst.matches(Grade.TORN));
        assertTrue(sighting(Values.mixture(Values.BEFORE, Values.AFTER, seam)).matches(Grade.TORN));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void shouldBelieveAClaimThatLeftHalfItsMark(int seam) {
        long newFirst = Values.mixture(Values.AFTER, Values.BEFORE, seam);
        long oldFirst = Values.mixture(Values.BEFORE, Values.AFTER, seam);
        assertTrue(claim(newFirst, Values.mixture(Values.MARK, Values.AFTER, seam)).matches(Grade.CLAIM_PROVEN));
        assertTrue(claim(oldFirst, Values.mixture(Values.AFTER, Values.MARK, seam)).matches(Grade.CLAIM_PROVEN));
        assertFalse(claim(newFirst, Values.mixture(Values.AFTER, Values.MARK, seam)).matches(Grade.CLAIM_PROVEN));
    }

    @Test
    void shouldNotBelieveAClaimThatLeftNoMarkNorAMarkWithoutClaim() {
        long newFirst = Values.mixture(Values.AFTER, Values.BEFORE, 4);
        assertFalse(claim(newFirst, Values.AFTER).matches(Grade.CLAIM_PROVEN));
        assertFalse(claim(newFirst, Values.MARK).matches(Grade.CLAIM_PROVEN));
        assertFalse(claim(Values.NO_MATCH, Values.MARK).matches(Grade.CLAIM_DENIED));
        assertTrue(claim(Values.NO_MATCH, Values.AFTER).matches(Grade.CLAIM_DENIED));
    }

    @Test
    void shouldWriteTheStepFromBeforeToAfter() {
        assertEquals(Values.AFTER, Values.BEFORE + Values.STEP);
        assertEquals(0x1010101010101010L, Values.STEP);
    }

    private static String sighting(long seen) {
        Sighting sighting = new Sighting();
        sighting.saw(60, seen);
        return sighting.toString();
    }

    private static String claim(long held, long left) {
        Claim claim = new Claim();
        claim.claimed(60, held);
        claim.left = left;
        return claim.toString();
    }
}
