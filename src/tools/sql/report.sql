-- SPDX-License-Identifier: Apache-2.0
-- The cells whose counts are not those of tester report --format csv; run by scripts/questions. A cell of the report is
-- all memories, placements and files together; what is neither torn nor none counts where nothing else was seen.
WITH answered AS (
    SELECT cells.*, runs.line_bytes, runs.page_bytes, state IN ('torn', 'none') AS answers
    FROM cells JOIN runs USING (run_id)),
ours AS (
    SELECT arch, cpu, emulated = 'yes' AS emulated, line_bytes, page_bytes, kind, width_bytes, processes, write_mode,
        read_mode, tier, pieces, offset_bytes, sum(torn) AS torn,
        coalesce(nullif(sum(changes) FILTER (WHERE answers), 0), sum(changes)) AS changes,
        count(DISTINCT run_id) FILTER (WHERE torn > 0) AS torn_files, min(first_torn_nanos) AS first_torn_nanos
    FROM answered GROUP BY ALL),
theirs AS (
    SELECT arch, cpu, emulated, lineBytes AS line_bytes, pageBytes AS page_bytes, kind, widthBytes AS width_bytes,
        processes, write AS write_mode, read AS read_mode, tier, pieces, "offset" AS offset_bytes, torn, changes,
        tornFiles AS torn_files, firstTornNanos AS first_torn_nanos
    FROM read_csv(getvariable('report')))
SELECT * FROM (
    (SELECT 'not in report' AS side, * FROM (FROM ours EXCEPT FROM theirs))
    UNION ALL
    (SELECT 'only in report' AS side, * FROM (FROM theirs EXCEPT FROM ours)))
ORDER BY ALL
