package dev.cairn.snippets;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Parts of a {@code pom.xml}: an artifact of the project has to be a module of it, any other one has to be used in a module. */
final class XmlSnippets {

    private XmlSnippets() {}

    static List<String> faults(Block block) {
        List<String> faults = new ArrayList<>();
        NodeList artifacts;
        try {
            artifacts = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new InputSource(new StringReader("<part>" + block.text() + "</part>")))
                    .getElementsByTagName("artifactId");
        } catch (SAXException wrong) {
            return List.of(block.place() + ": " + wrong.getMessage());
        } catch (IOException | ParserConfigurationException e) {
            throw new IllegalStateException("Cannot read " + block.place(), e);
        }
        for (int i = 0; i < artifacts.getLength(); i++) {
            Element artifact = (Element) artifacts.item(i);
            if (!isThere(artifact)) {
                faults.add(block.place() + ": there is no " + artifact.getTextContent());
            }
            Set<String> names = new HashSet<>();
            for (Node child = artifact.getParentNode().getFirstChild(); child != null; child = child.getNextSibling()) {
                if (child instanceof Element && !names.add(child.getNodeName())) {
                    faults.add(block.place() + ": " + artifact.getTextContent() + " has two of " + child.getNodeName());
                }
            }
        }
        return faults;
    }

    private static boolean isThere(Element artifact) {
        String name = "<artifactId>" + artifact.getTextContent() + "</artifactId>";
        Element group = (Element) ((Element) artifact.getParentNode()).getElementsByTagName("groupId").item(0);
        if (group == null) {
            return false;
        }
        boolean ours = group.getTextContent().equals("dev.cairn");
        return Project.modules().stream().map(Project::text)
                .anyMatch(pom -> ours ? ownName(pom).contains(name)
                        : pom.replaceAll("\\s+", "").contains("<groupId>" + group.getTextContent() + "</groupId>" + name));
    }

    /** The part of a {@code pom.xml} between its parent and its dependencies. */
    private static String ownName(String pom) {
        int begin = Math.max(0, pom.indexOf("</parent>"));
        int end = pom.indexOf("<dependencies>", begin);
        return pom.substring(begin, end < 0 ? pom.length() : end);
    }
}
