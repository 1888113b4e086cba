// SPDX-License-Identifier: Apache-2.0
//DEPS org.mapdb:mapdb:3.1.0
//LIBRARY org.mapdb.volume
package tried;

import java.io.File;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.HTreeMap;
import org.mapdb.Serializer;

/** Runs a hash map of MapDB in a mapped file. */
final class MapDbMap {
    public static void main(String[] args) throws Exception {
        try (DB db = DBMaker.fileDB(new File(args[0], "map.db")).fileMmapEnable().make()) {
            HTreeMap<String, byte[]> map = db.hashMap("map", Serializer.STRING, Serializer.BYTE_ARRAY).create();
            Work.onMap(10, 10_000, map::put, map::get);
        }
    }
}
