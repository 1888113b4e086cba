// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/**
 * {@code tester man}: the help of all commands as one manual page, in the man macros of troff. Picocli's own generator
 * writes AsciiDoc, which needs a Ruby program to become a manual page; this takes picocli's model of the same help. Not
 * thread-safe.
 */
@Command(name = "man", mixinStandardHelpOptions = true, header = "Print the help of all commands as a manual page.",
    description = {"", "tester man > tester.1 && man ./tester.1", ""},
    exitCodeList = {"0:printed", "2:wrong usage"})
final class ManCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private final PrintStream out;

    ManCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        CommandSpec tester = spec.parent();
        out.println(".TH TESTER 1 \"\" \"" + escaped(new Version().getVersion()[0]) + "\" \"User Commands\"");
        section("NAME", tester.name() + " \\- " + escaped(first(tester.usageMessage().header())));
        section("SYNOPSIS", escaped(tester.name()) + " [COMMAND] [OPTION...]");
        section("DESCRIPTION", paragraphs(tester.usageMessage().description()));
        exitCodes(tester);
        out.println(".SH COMMANDS");
        tester.subcommands().values().stream().map(CommandLine::getCommandSpec).forEach(this::command);
        out.flush();
        return 0;
    }

    private void command(CommandSpec command) {
        out.println(".SS " + escaped(synopsis(command)));
        out.println(escaped(first(command.usageMessage().header())) + "\n.br");
        out.println(paragraphs(command.usageMessage().description()));
        command.positionalParameters().stream().filter(parameter -> !parameter.hidden()).forEach(parameter ->
            item(parameter.paramLabel(), parameter.description()));
        command.options().stream().filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
            .forEach(option -> item(names(option), option.description()));
        exitCodes(command);
    }

    private void exitCodes(CommandSpec command) {
        Map<String, String> codes = command.usageMessage().exitCodeList();
        item("Exit codes", codes.entrySet().stream().map(code -> code.getKey() + ": " + code.getValue())
            .toArray(String[]::new));
    }

    private void item(String name, String... text) {
        out.println(".TP\n.B " + escaped(name) + "\n" + paragraphs(text));
    }

    private void section(String title, String text) {
        out.println(".SH " + title + "\n" + text);
    }

    private static String synopsis(CommandSpec command) {
        return Stream.concat(Stream.of(command.qualifiedName(), "[OPTION...]"),
            command.positionalParameters().stream().map(ArgSpec::paramLabel)).collect(Collectors.joining(" "));
    }

    private static String names(OptionSpec option) {
        return String.join(", ", option.names()) + (option.arity().max() == 0 ? "" : "=" + option.paramLabel());
    }

    private static String first(String... header) {
        return header[0];
    }

    private static String paragraphs(String... texts) {
        return Arrays.stream(texts).filter(text -> !text.isBlank()).map(text -> escaped(Ansi.OFF.string(text).strip()))
            .collect(Collectors.joining("\n.br\n"));
    }

    /** A hyphen is a minus, and no line begins with a request. */
    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
    }
}
