// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.tearline.agent.Session.WRONG_USAGE;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.text.ParseException;
import org.tearline.agent.report.Messages;

/** Loads the agent into another JVM of the same user. Not thread-safe. */
final class Attaching {
    private static final int REFUSED = 1;

    private Attaching() {
    }

    static int run(String[] arguments) {
        String pid = arguments[0];
        String options = arguments.length > 1 ? arguments[1] : "";
        if (arguments.length > 2 || !pid.matches("[0-9]{1,10}")) {
            return say(WRONG_USAGE, "'" + String.join(" ", arguments)
                + "': usage: java -jar tearline-agent.jar PID [OPTION,OPTION...]");
        }
        try {
            Options.parse(options);
            return attach(pid, options);
        } catch (ParseException e) {
            return say(WRONG_USAGE, e.getMessage());
        } catch (NoClassDefFoundError e) {
            return say(REFUSED, "this runtime lacks the module jdk.attach; attach from a JDK");
        }
    }

    private static int attach(String pid, String options) {
        try {
            Path jar = Path.of(Attaching.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            VirtualMachine machine = VirtualMachine.attach(pid);
            try {
                // The agent sets this property only if it succeeds.
                String before = machine.getAgentProperties().getProperty(Session.ANSWER);
                machine.loadAgent(jar.toString(), options);
                String answer = machine.getAgentProperties().getProperty(Session.ANSWER);
                if (answer == null || answer.equals(before)) {
                    String what = options.equals(Agent.SNAPSHOT) ? "write a report" : "start the agent";
                    return say(REFUSED, "process " + pid + " did not " + what + "; see its standard error");
                }
                return say(0, "process " + pid + ": " + answer);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException | IOException
                 | URISyntaxException e) {
            return say(REFUSED, "cannot attach to process " + pid + ": " + e.getMessage());
        }
    }

    private static int say(int exit, String text) {
        System.err.println(Messages.PREFIX + text.replaceAll("\\R+\\s*", " "));
        return exit;
    }
}
