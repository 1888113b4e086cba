-- SPDX-License-Identifier: Apache-2.0
-- Converts a batch of result files to cells.parquet and runs.parquet in the current folder. Run by scripts/cells, which
-- sets the variables validity (output of tester validate --json), root (the folder of all results, with a trailing
-- slash), recalls (the list of recalled files), known (a file with the ids of runs added before) and empty (an empty
-- file). Follows the tester's RecallList and Series.cells; scripts/questions compares the result with tester report.

CREATE VIEW accepted AS
SELECT getvariable('root') || each.file AS path
FROM (SELECT unnest(from_json(content,
    '{"files": [{"file": "VARCHAR", "valid": "BOOLEAN"}]}').files) AS each
    FROM read_text(getvariable('validity')))
WHERE each.valid;

-- Each line contains a path below the results folder or a digest, followed by the reason.
CREATE VIEW recall AS
SELECT regexp_extract(line, '^\s*(\S+)', 1) AS name
FROM read_csv(getvariable('recalls'), header = false, delim = '', quote = '', escape = '', columns = {line: 'VARCHAR'})
WHERE NOT regexp_matches(line, '^\s*(#|$)');

-- Adds an empty file, as read_json needs at least one.
SET VARIABLE files = (SELECT list(path ORDER BY path) FROM (FROM accepted UNION ALL SELECT getvariable('empty')));

-- Names the columns, because schema detection over a thousand files runs out of memory. Missing keys become null; keys
-- without a column are skipped.
CREATE TABLE result AS
SELECT substr(filename, length(getvariable('root')) + 1) AS file, * EXCLUDE (filename)
FROM read_json(getvariable('files'), format = 'unstructured', filename = true, maximum_object_size = 1048576,
    columns = {
    kind: 'VARCHAR', date: 'DATE', runId: 'VARCHAR', submitter: 'VARCHAR', digest: 'VARCHAR',
    environment: 'STRUCT(arch VARCHAR, cpu STRUCT("key" VARCHAR, brand VARCHAR, microarchitecture VARCHAR,
        microcode VARCHAR), lineBytes INTEGER, pageBytes INTEGER, os STRUCT(family VARCHAR, kernel VARCHAR),
        hypervisor VARCHAR, emulated VARCHAR, splitLocks STRUCT(nanos BIGINT, throttled BOOLEAN),
        pinning STRUCT(had BOOLEAN), jvm STRUCT(vendor VARCHAR, version VARCHAR, vm VARCHAR,
        flags STRUCT(UseUnalignedAccesses VARCHAR, UseJVMCICompiler VARCHAR)))',
    profile: 'STRUCT(name VARCHAR, changes BIGINT, halfLockedChanges BIGINT, splitLockedChanges BIGINT)',
    series: 'STRUCT(memory VARCHAR, widthBytes INTEGER, processes INTEGER, write VARCHAR, read VARCHAR,
        placement VARCHAR, tier VARCHAR, "offsets" INTEGER[], changes BIGINT[], torn BIGINT[],
        firstTornNanos MAP(INTEGER, BIGINT), notes STRUCT("offsets" INTEGER[], state VARCHAR, reason VARCHAR)[])[]'});

-- One row per new run, from its first valid file that is not recalled.
CREATE TABLE run AS
SELECT result.*
FROM result
WHERE NOT EXISTS (FROM recall WHERE recall.name IN (result.file, result.digest))
    AND result.runId NOT IN (SELECT run_id FROM read_csv(getvariable('known'), header = false,
        columns = {run_id: 'VARCHAR'}))
QUALIFY row_number() OVER (PARTITION BY result.runId ORDER BY result.file) = 1;

COPY (
    SELECT environment.arch, environment.cpu."key" AS cpu, file, digest, runId AS run_id, date, submitter, kind,
        profile.name AS profile, environment.cpu.brand, environment.cpu.microarchitecture,
        environment.cpu.microcode, environment.lineBytes AS line_bytes, environment.pageBytes AS page_bytes,
        environment.os.family AS os, environment.os.kernel, environment.hypervisor,
        environment.emulated,
        environment.pinning.had AS pinned, environment.splitLocks.throttled,
        environment.splitLocks.nanos AS split_lock_nanos,
        environment.jvm.vendor AS jvm_vendor, environment.jvm.version AS jvm_version,
        CAST(regexp_extract(environment.jvm.version, '^\d{1,3}') AS INTEGER) AS java
    FROM run)
TO 'runs.parquet' (FORMAT parquet, COMPRESSION zstd);

CREATE TABLE tried AS
SELECT row_number() OVER () AS id, environment.arch, environment.cpu."key" AS cpu, runId AS run_id, environment.emulated,
    kind,
    environment.lineBytes AS line, environment.pageBytes AS page, s.*, profile.changes AS needed,
    -- The number of sides with a locked instruction; see Architecture.locks.
    (environment.arch = 'x86_64' AND (s.write IN ('cas', 'getandset', 'getandadd')
        OR s.tier = 'interpreter' AND s.write IN ('opaque', 'ordered', 'volatile')))::INTEGER
        + (environment.arch = 'x86_64' AND s.read IN ('cas', 'exchange', 'getandadd'))::INTEGER AS locked_sides,
    CASE locked_sides WHEN 0 THEN needed WHEN 1 THEN profile.halfLockedChanges
        ELSE least(profile.splitLockedChanges, 2000) END AS needed_across,
    -- Whether the JVM splits misaligned accesses; see AccessRules.piecewise.
    s.widthBytes <= 8 AND s.memory IN ('bytebuffer', 'heapview', 'segment') AND (s.tier = 'interpreter'
        OR coalesce(environment.jvm.flags.UseUnalignedAccesses, 'true') = 'false')
        AND (s.write = 'plain' OR s.read = 'plain') AS in_pieces,
    -- Whether the JVM's instructions are unknown; see JvmKind and Environment.Java.kind.
    NOT regexp_full_match(environment.jvm.vm, '(OpenJDK|Java HotSpot\(TM\)) 64-Bit Server VM')
        OR contains(environment.jvm.version, 'jvmci')
        OR coalesce(environment.jvm.flags.UseJVMCICompiler, 'false') = 'true' AS unknown_jvm
FROM run, unnest(run.series) AS t(s);

-- Separate views, because unnesting a list beside other columns would copy those columns for each element.
CREATE VIEW noted AS
SELECT id, unnest(note."offsets") AS start, note.state, note.reason
FROM (SELECT id, unnest(notes) AS note FROM tried);

CREATE VIEW first_torn AS
SELECT id, entry."key" AS start, entry."value" AS nanos
FROM (SELECT id, unnest(map_entries(firstTornNanos)) AS entry FROM tried);

-- Keeps few columns until all rows are joined.
CREATE VIEW counted AS
SELECT * FROM (SELECT id, unnest("offsets") AS start, unnest(changes) AS changes, unnest(torn) AS torn FROM tried)
    LEFT JOIN noted USING (id, start) LEFT JOIN first_torn USING (id, start);

CREATE VIEW placed AS
SELECT counted.*, tried.* EXCLUDE (id, "offsets", changes, torn, firstTornNanos, notes),
    start % widthBytes = 0 AS aligned, CASE WHEN start // page <> (start + widthBytes - 1) // page THEN 'across-page'
    WHEN start // line <> (start + widthBytes - 1) // line THEN 'across-line' ELSE 'inside-line' END AS crossing
FROM counted JOIN tried USING (id);

CREATE VIEW judged AS
SELECT arch, cpu, run_id, emulated, kind, memory, widthBytes AS width_bytes, coalesce(processes, 1) AS processes,
    write AS write_mode, read AS read_mode, placement AS cpu_pair, tier, start AS offset_bytes,
    CASE WHEN aligned THEN 'aligned' ELSE crossing END AS place,
    (in_pieces AND NOT aligned) OR unknown_jvm AS pieces, changes, torn,
    nanos AS first_torn_nanos, coalesce(torn = 0 AND coalesce(placed.state, 'none') = 'none'
        AND changes < CASE crossing WHEN 'inside-line' THEN needed ELSE needed_across END, false) AS too_few,
    CASE WHEN torn > 0 THEN 'torn' WHEN too_few THEN 'inconclusive' ELSE coalesce(placed.state, 'none') END AS state,
    CASE WHEN too_few THEN 'too-few-changes' ELSE placed.reason END AS reason,
    locked_sides = 2 AND crossing <> 'inside-line' AS both_split_locked
FROM placed;

-- Cells without a tear in one class of places support each other.
COPY (
    SELECT * EXCLUDE (too_few, both_split_locked), CASE
        WHEN state <> 'none' THEN NULL
        WHEN kind = 'sweep' AND (reason IS NULL OR reason = 'few-changes' AND bool_and(state = 'none'
            AND coalesce(reason, 'few-changes') = 'few-changes' AND changes >= 100000) OVER class
            AND (both_split_locked OR sum(changes) OVER class >= 10000000)) THEN 'strong'
        ELSE 'weak' END AS strength
    FROM judged
    WINDOW class AS (PARTITION BY run_id, width_bytes, processes, write_mode, read_mode, tier, pieces, place))
TO 'cells.parquet' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (arch, cpu), OVERWRITE_OR_IGNORE,
    FILENAME_PATTERN 'part_{i}');
