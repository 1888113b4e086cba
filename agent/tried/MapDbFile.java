// SPDX-License-Identifier: Apache-2.0
//DEPS org.mapdb:mapdb:3.1.0
package tried;

import java.util.concurrent.ConcurrentMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

/** MapDB: a hash map in a mapped file. */
final class MapDbFile {
    private MapDbFile() {
    }

    public static void main(String[] args) throws Exception {
        try (DB db = DBMaker.fileDB(args[0] + "/map.db").fileMmapEnable().make()) {
            ConcurrentMap<String, byte[]> map = db.hashMap("map", Serializer.STRING, Serializer.BYTE_ARRAY).create();
            Work.onMap(8, 8_000, map::put, map::get);
        }
    }
}
