// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.lucene:lucene-core:9.12.3
package tried;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/** Adds documents to a Lucene index in mapped files while two threads search what was committed before. */
final class LuceneIndex {
    private static final int DOCUMENTS = 5_000;
    private static final int WORDS = 50;
    private static final Sort BY_NUMBER = new Sort(new SortField("number", SortField.Type.LONG));

    public static void main(String[] args) throws Exception {
        try (Directory directory = new MMapDirectory(Path.of(args[0], "index"));
             IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            add(writer, -1);
            Work.run(3, 10, 3L * DOCUMENTS, (thread, round) -> thread == 0 ? add(writer, round) : search(directory));
        }
    }

    private static long add(IndexWriter writer, int round) throws IOException {
        for (int i = 0; i < DOCUMENTS; i++) {
            Document document = new Document();
            document.add(new StringField("id", Integer.toString(i), Field.Store.YES));
            document.add(new TextField("text", "word" + i % WORDS + " round" + round, Field.Store.NO));
            document.add(new NumericDocValuesField("number", (long) i * i));
            document.add(new StoredField("square", (long) i * i));
            writer.updateDocument(new Term("id", Integer.toString(i)), document);
        }
        writer.commit();
        return round;
    }

    /** Searches the last commit: all documents once, whichever round wrote them. */
    private static long search(Directory directory) throws IOException {
        long sum = 0;
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            for (int word = 0; word < WORDS; word++) {
                TermQuery query = new TermQuery(new Term("text", "word" + word));
                for (ScoreDoc hit : searcher.search(query, DOCUMENTS, BY_NUMBER).scoreDocs) {
                    Document document = searcher.storedFields().document(hit.doc);
                    sum = 31 * sum + document.getField("square").numericValue().longValue();
                }
            }
        }
        return sum;
    }
}
