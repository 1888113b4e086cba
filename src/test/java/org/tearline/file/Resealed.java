// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Changes a file behind its records' back and gives it the digest and layout that belong to the change. Stateless. */
public final class Resealed {
    private Resealed() {
    }

    /** The bytes of the changed file: only what the change itself breaks is wrong with them. */
    public static byte[] after(ResultFile file, Consumer<ObjectNode> change) {
        ObjectNode tree = tree(file);
        change.accept(tree);
        try {
            tree.put("digest", Digest.of(tree));
        } catch (IllegalArgumentException e) {
            // Without a canonical form there is no digest to be right about.
        }
        return bytes(tree);
    }

    /** A file as a tree that may be changed. */
    public static ObjectNode tree(ResultFile file) {
        return (ObjectNode) ResultText.tree(file);
    }

    /** A tree in the stored layout, digest or not. */
    public static byte[] bytes(ObjectNode tree) {
        return ResultText.print(tree).getBytes(StandardCharsets.UTF_8);
    }
}
