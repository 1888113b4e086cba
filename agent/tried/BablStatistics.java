// SPDX-License-Identifier: Apache-2.0
//DEPS com.aitusoftware:babl:0.11.0
//LIBRARY com.aitusoftware.babl
package tried;

import com.aitusoftware.babl.monitoring.MappedSessionStatistics;
import com.aitusoftware.babl.monitoring.SessionStatisticsFile;
import com.aitusoftware.babl.websocket.WebSocketSession.SessionState;
import java.nio.file.Path;

/** Counts messages of two sessions in Babl's mapped file while a third thread reads the counts, as its monitor does. */
final class BablStatistics {
    private static final int ENTRIES = 64;
    private static final int SESSIONS = 2;
    private static final int MESSAGES = 300_000;

    public static void main(String[] args) throws Exception {
        SessionStatisticsFile file = new SessionStatisticsFile(Path.of(args[0], "session-statistics-0.data"), ENTRIES);
        MappedSessionStatistics[] sessions = new MappedSessionStatistics[SESSIONS];
        for (int i = 0; i < SESSIONS; i++) {
            sessions[i] = new MappedSessionStatistics();
            file.assign(sessions[i]);
            sessions[i].reset(i, SessionState.CONNECTED);
        }
        Work.run(SESSIONS + 1, 10, SESSIONS * MESSAGES, (thread, round) -> {
            if (thread == SESSIONS) {
                watch(sessions);
                return 0;
            }
            for (int i = 0; i < MESSAGES; i++) {
                sessions[thread].frameDecoded();
                sessions[thread].messageReceived();
                sessions[thread].frameEncoded();
                sessions[thread].messageSent();
            }
            return sessions[thread].messagesSent();
        });
    }

    private static void watch(MappedSessionStatistics... sessions) {
        for (int i = 0; i < MESSAGES; i++) {
            long sent = sessions[i % SESSIONS].messagesSent();
            if (sent < 0 || sent > 10L * MESSAGES) {
                System.err.println("torn: " + sent);
            }
        }
    }
}
