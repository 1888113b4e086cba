// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Changes the JSON of a file and restores its digest and layout. Thread-safe. */
public final class Resealed {
    private Resealed() {
    }

    /** Returns the bytes of a changed file, in which nothing else is wrong. */
    public static byte[] after(ResultFile file, Consumer<ObjectNode> change) {
        ObjectNode tree = tree(file);
        change.accept(tree);
        tree.put("digest", Digest.sha256(Digest.canonical(tree.deepCopy().without("digest"))));
        return bytes(tree);
    }

    /** Returns a mutable tree of a file. */
    public static ObjectNode tree(ResultFile file) {
        return (ObjectNode) ResultText.tree(file);
    }

    /** Returns the stored layout of a tree. */
    public static byte[] bytes(ObjectNode tree) {
        return ResultText.print(tree).getBytes(StandardCharsets.UTF_8);
    }
}
