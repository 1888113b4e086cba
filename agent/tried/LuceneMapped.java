// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.lucene:lucene-core:9.12.3
package tried;

import java.nio.file.Path;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.MMapDirectory;

/** Lucene: an index in mapped files; one thread adds documents of another kind while two search. */
final class LuceneMapped {
    private static final int DOCUMENTS = 20_000;
    private static final int ADDED = 2_000;
    private static final int SEARCHES = 500;

    private LuceneMapped() {
    }

    public static void main(String[] args) throws Exception {
        try (MMapDirectory directory = new MMapDirectory(Path.of(args[0]));
             IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (int i = 0; i < DOCUMENTS; i++) {
                add(writer, "searched", i);
            }
            writer.commit();
            SearcherManager searchers = new SearcherManager(writer, null);
            Work.run(3, 10, 2 * SEARCHES, (thread, round) -> {
                if (thread > 0) {
                    return search(searchers);
                }
                for (int i = 0; i < ADDED; i++) {
                    add(writer, "other", i);
                }
                writer.commit();
                searchers.maybeRefresh();
                return 0;
            });
        }
    }

    private static void add(IndexWriter writer, String kind, int number) throws Exception {
        Document document = new Document();
        document.add(new TextField("text", kind + number % 100, Field.Store.NO));
        document.add(new NumericDocValuesField("number", number * 7919L % DOCUMENTS));
        document.add(new StoredField("bytes", Work.value(number)));
        writer.addDocument(document);
    }

    private static long search(SearcherManager searchers) throws Exception {
        long sum = 0;
        IndexSearcher searcher = searchers.acquire();
        try {
            for (int i = 0; i < SEARCHES; i++) {
                TopDocs found = searcher.search(new TermQuery(new Term("text", "searched" + i % 100)), 20,
                    new Sort(new SortField("number", SortField.Type.LONG)));
                for (ScoreDoc one : found.scoreDocs) {
                    sum += Work.sum(searcher.storedFields().document(one.doc).getBinaryValue("bytes").bytes);
                }
            }
        } finally {
            searchers.release(searcher);
        }
        return sum;
    }
}
