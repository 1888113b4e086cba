-- SPDX-License-Identifier: Apache-2.0
-- Lists the cells that differ from tester report --format csv; run by scripts/questions. A cell of the report combines
-- all CPU pairs and files of a design. The report includes files of confirmed submitters only.
WITH ours AS (
    SELECT coalesce(microarchitecture, cells.cpu) AS design, cells.arch, cells.emulated = 'yes' AS emulated,
        line_bytes, page_bytes, memory, width_bytes, processes, write_mode, read_mode, tier, pieces, offset_bytes,
        sum(torn) AS torn, sum(changes) AS changes
    FROM cells JOIN runs USING (run_id) GROUP BY ALL),
theirs AS (
    SELECT design, arch, emulated, lineBytes AS line_bytes, pageBytes AS page_bytes, memory,
        widthBytes AS width_bytes, processes, write AS write_mode, read AS read_mode, tier, pieces,
        "offset" AS offset_bytes, torn, changes
    FROM read_csv(getvariable('report')))
SELECT * FROM (
    (SELECT 'not in report' AS side, * FROM (FROM ours EXCEPT FROM theirs))
    UNION ALL
    (SELECT 'only in report' AS side, * FROM (FROM theirs EXCEPT FROM ours)))
ORDER BY ALL
