#!/usr/bin/env python3
"""Stores JMH results from this CPU and one JDK, without paths and JVM arguments.

Usage: bench/keep.py FOLDER JSON...     writes FOLDER/CPU-JDK.json and prints its name
A JSON is JMH's, one that this program wrote before, or that of a trial (tester run --json).
SPDX-License-Identifier: Apache-2.0
"""
import json
import re
import sys
from pathlib import Path


def cpu():
    facts = {}
    for entry in Path('/proc/cpuinfo').read_text().splitlines():
        key, _, value = entry.partition(':')
        facts.setdefault(key.strip(), value.strip())
    if 'vendor_id' in facts:
        numbers = [f'{int(facts[key]):02x}' for key in ('cpu family', 'model', 'stepping')]
        return '-'.join([facts['vendor_id'].lower()] + numbers)
    return '-'.join(facts.get(key, 'unknown') for key in ('CPU implementer', 'CPU part'))


def shortened(value):
    if isinstance(value, dict):
        return {k: shortened(v) for k, v in value.items() if k not in ('jvm', 'jvmArgs', 'rawDataHistogram')}
    if isinstance(value, list):
        return [shortened(v) for v in value]
    return float(f'{value:.4g}') if isinstance(value, float) else value


def record(trial):
    """Returns a trial in the form of a JMH result, whose score is the number of changes."""
    return {'benchmark': 'tester.run', 'jdkVersion': re.search(r' (\d+)[.+]', trial['platform']['jvm']).group(1),
            'params': {key: str(trial['trial'][key]) for key in ('memory', 'write', 'read', 'tier', 'offset')},
            'threads': 2, 'primaryMetric': {'score': trial['counts']['changes']},
            'secondaryMetrics': {'torn': {'score': trial['counts']['torn']}}}


def load(file):
    read = json.loads(Path(file).read_text())
    return [record(read)] if isinstance(read, dict) else [{'params': {}} | result for result in read]


def keep(folder, *files):
    records = [shortened(record) for file in files for record in load(file)]
    for metric in (m for record in records for m in record['secondaryMetrics'].values()):
        metric.pop('rawData', None)
    out = Path(folder) / f"{cpu()}-{records[0]['jdkVersion'].split('.')[0]}.json"
    out.write_text('[\n' + ',\n'.join(json.dumps(r, sort_keys=True, separators=(',', ':')) for r in records) + '\n]\n')
    print(out)


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    keep(*sys.argv[1:])
