// SPDX-License-Identifier: Apache-2.0
// gradle test                        passes
// gradle test -Pcounter.offset=60    fails with the reason
plugins {
    java
}

repositories {
    mavenLocal {
        content { includeGroup("org.tearline") }
    }
    mavenCentral()
}

dependencies {
    implementation("org.agrona:agrona:2.6.0")
    testImplementation("org.tearline:tearline-junit:0.1.0-SNAPSHOT")
    testImplementation("org.junit.jupiter:junit-jupiter:6.1.3")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher:6.1.3")
}

tasks.withType<JavaCompile> {
    options.release = 17
}

tasks.test {
    useJUnitPlatform()
    // Required by Agrona.
    jvmArgs("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED")
    systemProperty("counter.offset", providers.gradleProperty("counter.offset").getOrElse("64"))
}
