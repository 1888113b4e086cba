@echo off
rem Starts the tester on Windows: finds a JDK and the jar, and passes all arguments on.
rem
rem Usage: scripts\tester [COMMAND] [OPTIONS]
rem   TEARLINE_JAR       the jar (default: target\tester.jar of this clone, or tester.jar beside this script)
rem   JAVA_HOME          a JDK, 17 or later (default: java on the PATH)
rem   JDK_JAVA_OPTIONS   JVM options and properties, such as -Doffset=60
rem
rem Exit codes: those of the tester; 2 if there is no jar or no Java.
rem SPDX-License-Identifier: Apache-2.0
setlocal
set "jar=%TEARLINE_JAR%"
if not defined jar if exist "%~dp0..\target\tester.jar" set "jar=%~dp0..\target\tester.jar"
if not defined jar if exist "%~dp0tester.jar" set "jar=%~dp0tester.jar"
if not defined jar set "jar=target\tester.jar"
if not exist "%jar%" (
  echo tester: "%jar%" is missing; build it with: mvnw -q -DskipTests package>&2
  exit /b 2
)
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -version >nul 2>nul
if errorlevel 1 (
  echo tester: "%java%" does not start; install JDK 17 or later, or set JAVA_HOME>&2
  exit /b 2
)
rem Keeps output of the JVM itself, such as thread dumps and warnings, out of the tester's output.
"%java%" -XX:+DisplayVMOutputToStderr -Xlog:all=off:stdout -Xlog:all=warning:stderr -jar "%jar%" %*
exit /b %errorlevel%
