package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Holds the pom of the independent witness to the versions of ours, since no parent does. */
class JcstressProjectTest {
    @Test
    void shouldTestTheSameLibrariesAtTheSameLevel() throws Exception {
        Map<String, String> ours = properties(Path.of("pom.xml"));
        Map<String, String> theirs = properties(Path.of("jcstress", "pom.xml"));

        for (String name : new String[] {"agrona.version", "junit.version", "maven.compiler.release"}) {
            assertThat(theirs.get(name)).as(name).isNotNull().isEqualTo(ours.get(name));
        }
    }

    @Test
    void shouldBuildWithTheSamePlugins() throws Exception {
        Map<String, String> ours = plugins(Path.of("pom.xml"));
        Map<String, String> theirs = plugins(Path.of("jcstress", "pom.xml"));
        theirs.keySet().retainAll(ours.keySet());

        assertThat(theirs).containsKeys("maven-compiler-plugin", "maven-surefire-plugin", "maven-shade-plugin");
        ours.keySet().retainAll(theirs.keySet());
        assertThat(theirs).isEqualTo(ours);
    }

    private static Map<String, String> properties(Path pom) throws Exception {
        Map<String, String> properties = new TreeMap<>();
        NodeList nodes = document(pom).getElementsByTagName("properties").item(0).getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i).getNodeType() == Node.ELEMENT_NODE) {
                properties.put(nodes.item(i).getNodeName(), nodes.item(i).getTextContent());
            }
        }
        return properties;
    }

    private static Map<String, String> plugins(Path pom) throws Exception {
        Map<String, String> versions = new TreeMap<>();
        NodeList plugins = document(pom).getElementsByTagName("plugin");
        for (int i = 0; i < plugins.getLength(); i++) {
            Element plugin = (Element) plugins.item(i);
            versions.put(text(plugin, "artifactId"), text(plugin, "version"));
        }
        return versions;
    }

    private static String text(Element element, String name) {
        return element.getElementsByTagName(name).item(0).getTextContent();
    }

    private static Document document(Path pom) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    }
}
