#!/usr/bin/env python3
"""Generates docs/costs.md and its plots from results stored by keep.py.

Usage: bench/costs.py FOLDER DOCS       writes DOCS/costs.md and DOCS/images/costs-*.svg
SPDX-License-Identifier: Apache-2.0"""
import itertools
import json
import math
import statistics
import sys
import textwrap
from collections import namedtuple
from pathlib import Path

CPUS = json.loads((Path(__file__).parents[1] / 'reports/granules.json').read_text())['cpus']
COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000']
OPERATIONS = ['load', 'store', 'ordered', 'volatile', 'cas', 'getandadd']
MODES = ['plain', 'ordered', 'volatile', 'getandadd']
DISTANCES = [0, 8, 16, 32, 64, 128, 256]
REMEDIES = {'align': 'aligned field', 'own-line': 'aligned field on its own line', 'copy': 'copy to an aligned slot',
            'seqlock': 'sequence lock', 'synchronized': 'synchronized', 'both-locked': 'both sides locked',
            'none': 'no remedy', 'two-agree': 'read until two agree', 'cas-write': 'CAS write only',
            'locked-read': 'locked read only'}
RIGHT = list(REMEDIES)[:6]
# The sides of the wrong remedies that are not locked.
UNLOCKED = {'none': ('store', 'load'), 'two-agree': ('store', 'load'), 'cas-write': ('load',), 'locked-read': ('store',)}
COUNTERS = ['nothing', 'racy', 'racy-opaque', 'racy-ordered', 'racy-volatile', 'synchronized', 'lock', 'getandadd',
            'cas-loop', 'atomic', 'adder', 'raw-aligned', 'raw-across']
QUEUES = ['lamport', 'ordered', 'cached', 'padded', 'inlined', 'sparse', 'jctools', 'agrona', 'array-blocking']
FIELDS = ['objects', 'padded-objects', 'statics-of-one-class', 'statics-of-two-classes']
PERCENTILES = ['50.0', '90.0', '95.0', '99.0', '99.9', '99.99']
# Parameters that older results lack.
DEFAULTS = {'cores': 'free'}
SEAMS = {'0': 'aligned', '32': 'across 32', '64': 'across a line', '4096': 'across a page'}

TEXT = {
    'heapbuffer': """Changes until the first tear of a plain long in `ByteBuffer.allocate`, or until the end. Command: `java -jar
target/tester.jar run --memory heapbuffer --write plain --read plain --tier interpreter --offset 12 --changes 1000000`.

Nitsan Wakart: "in heap ByteBuffers all writes are not atomic" ([29 July
2013](https://psy-lob-saw.blogspot.com/2013/07/atomicity-of-unaligned-memory-access-in.html)). This no longer holds on JDK
17 and 25: an aligned access is one access. A misaligned one is made in pieces until it is compiled, of its largest
aligned parts; then it tears where the CPU cuts it, like any other.""",
    'sharing': """ In an array, the first counter usually shares a line with the
array's length. The other thread loads the length to check its index, and such a load is likely to miss, at any
distance. The fix is to leave the first two lines of the
array unused (`padded array`). On Ice Lake it makes plain increments at 8 twice as fast; elsewhere it changes the time by
at most some factor of two, up or down, as repetitions do. On the other Intel CPUs, whose plain increments take
some ten times as long in an array (JMH's columns), it has not been measured. Fields of objects of 24 bytes that
are made one after the other often share a line, since objects start at multiples of 8;
static fields of one class lie together in its object. Plain increments show this by chance only, probably because a
core serves its loads from its store buffer while the line is away; volatile ones show it. Command: `java -jar
bench/target/bench.jar "Sharing|Field"`.""",
    'jython': """Nanoseconds per 10,000 additions: the median of 40 tasks, each the minimum of five repetitions, on three
threads. Command: `java -jar bench/target/bench.jar Jython.*minima`. A post of 15 July 2009
measured like this.""",
    'queues': """Millions of messages per second: the median of 30 JVMs, with the lowest and the highest. Producer and consumer
are pinned to two cores, or to the two hardware threads of one core where there are any. Command: `java -jar
bench/target/bench.jar [.]QueueCost -p cores=one,two -f 30 -wi 2 -i 1 -r 150ms`.

The stages are those of Nitsan Wakart's [QueueEvolution](https://github.com/nitsanw/QueueEvolution), some by Martin
Thompson. `sparse` gives each slot of the array a line of its own, an option that Wakart's JCTools leaves off. On two cores with JDK 17, `sparse` has twice the median of
`inlined` on Zen 4 and 1.7 times on Ice Lake; with JDK 25, it adds little on Zen 4. Why `padded` and `inlined` are
so slow on Zen 4 with JDK 17 is not known. The ranges of most stages overlap, so single runs prove little.""",
    'layout': """Distance in bytes from the tail, according to JOL, on JDK 17 and 25 alike; `far` is an object made elsewhere.
Counters less than 64 bytes apart may share a line. Command: `java -cp bench/target/bench.jar
org.tearline.bench.queue.Layouts`.""",
    'pings': """ The first row measures nothing: what the clock and the harness add to
other rows. [costs-pings.csv](costs-pings.csv) has the percentiles 50 to 99.99; with fewer than 10,000 trips, the last is the
longest trip. Command: `java -jar bench/target/bench.jar Ping`.

Nitsan Wakart's [ping of 2012](https://psy-lob-saw.blogspot.com/2012/12/java-ping-performance-baseline-utility.html) spins at
both ends, "which improved the latency", and his [ping buffet of 1 July
2013](https://psy-lob-saw.blogspot.com/2013/07/a-java-ping-buffet.html) adds selectors, blocking sockets and a mapped file.
Spinning is still faster than blocking on most CPUs, and a mapped file than any socket."""}

# A table row, which shows the sum of some metrics of a benchmark for each run. The note is the name of a metric and the
# word to print if that metric is positive.
Row = namedtuple('Row', 'label benchmark params metrics percentile note', defaults=((None,), '50.0', (None, '')))


def number(value):
    return f'{value:,.0f}' if value >= 100 else f'{value:.2g}'


class Run:
    def __init__(self, path):
        self.records = json.loads(path.read_text())
        jdk = self.records[0]['jdkVersion'].split('.')[0]
        key = path.stem.removesuffix(f'-{jdk}')
        self.cpu = next((cpu for cpu in CPUS if key in cpu['keys']), {'name': key})
        self.jdk = jdk
        # Another tool measured these, and its numbers are not comparable with JMH's.
        self.converted = any('source' in record['params'] for record in self.records)
        self.name = f"{self.cpu['name']}, JDK {jdk}{', converted' if self.converted else ''}"

    def torn(self, side):
        """Returns the offsets at which this access to a long can tear; empty if the granule is unknown."""
        granule = self.cpu.get(side, {})
        size = granule.get('atMost') if granule.get('atLeast') == granule.get('atMost') else None
        return [x for x in range(64) if size and x % size > size - 8]

    def slowdown(self, side):
        """Returns the median cost where a long can tear, divided by the median elsewhere; None if unknown."""
        costs = {x: self.value(access(side, x)) for x in range(64)}
        torn = self.torn(side)
        return statistics.median(costs[x] for x in torn) / statistics.median(
            v for x, v in costs.items() if x not in torn) if torn and all(costs.values()) else None

    def record(self, row):
        # Of repeated measurements, the last counts.
        return next((r for r in reversed(self.records) if r['benchmark'].endswith(row.benchmark) and all(
            (DEFAULTS | r['params'] | {'threads': r['threads']}).get(k) == v for k, v in row.params.items())), None)

    def value(self, row):
        record = self.record(row) or {'primaryMetric': None, 'secondaryMetrics': {}}
        metrics = [record['secondaryMetrics'].get(m) if m else record['primaryMetric'] for m in row.metrics]
        values = [m and m.get('scorePercentiles', {}).get(row.percentile, m['score']) for m in metrics]
        return None if None in values else sum(values)

    def cell(self, row):
        value = self.value(row)
        if value is None:
            return '–'
        if row.percentile == 'all':
            low, middle, high = (number(self.value(row._replace(percentile=p))) for p in ('0.0', '50.0', '100.0'))
            return f'{middle} ({low} to {high})'
        params = self.record(row)['params']
        noted = self.record(row)['secondaryMetrics'].get(row.note[0], {}).get('score', 0) > 0
        tears = any(int(params['across']) in self.torn(side) for side in UNLOCKED.get(params.get('remedy'), ()))
        return number(value) + (', ' + row.note[1] if noted else ', can tear' if tears else '')


def text(x, y, words, anchor='start', colour='#222'):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def svg(file, height, parts):
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 {height}" font-family="sans-serif" '
                    f'font-size="13"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n')


def axis(values):
    """Returns the ticks of a logarithmic axis and a function that maps values to 0..1."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values) * 1.001))
    return [10.0 ** i for i in range(low, high + 1)], lambda v: (math.log10(v) - low) / (high - low)


def lines(file, runs, title, at, series, marked=lambda run: []):
    """Draws a panel per run. series maps a name to a row per x; marked returns the x values with a background band."""
    drawn = [[[(i, run.value(row)) for i, row in enumerate(rows) if run.value(row)] for rows in series.values()]
             for run in runs]
    ticks, height = axis([y for panel in drawn for points in panel for _, y in points])
    parts = [text(10, 20, title)] + [text(500 + i * 95, 20, name, colour=COLOURS[i]) for i, name in enumerate(series)]
    for number, (run, panel) in enumerate(zip(runs, drawn)):
        left, top = 50 + number % 2 * 430, 60 + number // 2 * 220
        parts.append(text(left, top - 10, run.name))
        step = 370 / (len(at) - 1)
        parts += [f'<rect x="{left + (x - .5) * step:.1f}" y="{top}" width="{step:.2f}" height="150" fill="#ffd9bf"/>'
                  for x in marked(run)]
        for tick in ticks:
            y = top + 150 - 150 * height(tick)
            parts += [f'<path d="M{left} {y:.1f}h370" stroke="#ddd"/>', text(left - 6, y + 4, f'{tick:g}', 'end')]
        for i in range(0, len(at), max(1, len(at) // 8)):
            parts.append(text(left + i * 370 / (len(at) - 1), top + 168, at[i], 'middle'))
        for points, colour in zip(panel, COLOURS):
            path = ' '.join(f'{left + i * 370 / (len(at) - 1):.1f},{top + 150 - 150 * height(y):.1f}'
                            for i, y in points)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
    svg(file, 50 + (len(runs) + 1) // 2 * 220, parts)


def dots(file, runs, title, rows):
    """Draws a line per row and a circle per run, whose color identifies the CPU and which is filled for JDK 17."""
    ticks, width = axis([v for row in rows for v in (run.value(row) for run in runs) if v])
    bottom = 50 + len(rows) * 22
    colours = dict(zip(dict.fromkeys(run.cpu['name'] for run in runs), itertools.cycle(COLOURS)))
    parts = [text(10, 20, title), text(870, 20, 'filled: JDK 17; open: a later JDK', 'end')] + [
        text(10 + i % 5 * 174, bottom + 40 + i // 5 * 18, name, colour=colours[name])
        for i, name in enumerate(colours)]
    for tick in ticks:
        x = 280 + 570 * width(tick)
        parts += [f'<path d="M{x:.1f} 40V{bottom}" stroke="#ddd"/>', text(x, bottom + 16, f'{tick:,.9g}', 'middle')]
    for i, row in enumerate(rows):
        parts.append(text(265, 60 + i * 22, row.label, 'end'))
        parts += [f'<circle cx="{280 + 570 * width(run.value(row)):.1f}" cy="{56 + i * 22}" r="5" '
                  f'stroke="{colours[run.cpu["name"]]}" stroke-width="2" '
                  f'fill="{colours[run.cpu["name"]] if run.jdk == "17" else "none"}" fill-opacity=".8"/>'
                  for run in runs if run.value(row)]
    svg(file, bottom + 55 + (len(colours) - 1) // 5 * 18, parts)


def access(operation, offset, label=''):
    return Row(f'{operation}, {label}', 'OffsetCost.access',
               {'operation': operation, 'widthBytes': '8', 'offset': str(offset)})


def remedy(name, across=60):
    return Row(REMEDIES[name] + (f', at {across}' if across != 60 else ''), 'RemedyCost.pair',
               {'remedy': name, 'across': str(across)}, ('write', 'read'), note=('torn', 'torn'))


def increment(mode, distance, memory='raw'):
    return Row(f"{'' if memory == 'raw' else memory.replace('-', ' ') + ', '}{mode}, {distance}", 'SharingCost.increment',
               {'memory': memory, 'mode': mode, 'distanceBytes': str(distance), 'threads': 2})


def wrapped(words):
    return '\n\n'.join(textwrap.fill(paragraph, 120, break_long_words=False, break_on_hyphens=False)
                       for paragraph in words.split('\n\n'))


def listed(names):
    return ' and '.join(filter(None, [', '.join(names[:-1]), names[-1]])) if names else 'No CPU'


def answer(runs):
    runs = [run for run in runs if not run.converted]

    def spread(values, unit):
        if not values:
            return 'unknown'
        return ' to '.join(dict.fromkeys([number(min(values)), number(max(values))])) + ' ' + unit

    def times(operation, offset):
        pairs = [(run.value(access(operation, offset)), run.value(access(operation, 0))) for run in runs]
        return spread([across / aligned for across, aligned in pairs if across and aligned], 'times')

    def inside(crosses):
        pairs = [(run.value(access('store', 28)), run.value(access('store', 0))) for run in runs
                 if (28 in run.torn('store')) == crosses]
        return spread([there / aligned for there, aligned in pairs if there and aligned], 'times')

    def slowdowns(side):
        return spread([v for v in (run.slowdown(side) for run in runs) if v], 'times')
    right = [(row.label, [v for v in map(lambda run: run.value(row), runs) if v]) for row in map(remedy, RIGHT)]
    remedies = [f'{label} {spread(v, "ns")}' for label, v in sorted(
        ((label, v) for label, v in right if v), key=lambda r: statistics.median(r[1]))]
    cut = listed(sorted({run.cpu['name'] for run in runs if 28 in run.torn('store')}))
    return f'''- A load across a line takes {times('load', 60)} as long as an aligned load, and a store {times('store', 60)}
  as long as an aligned store. Across a page, a load takes {times('load', 4092)} as long, and a store {times('store', 4092)}.
- A locked instruction across a line takes {times('getandadd', 60)} as long as an aligned one, and can
  delay other cores.
- The cost shows where a long can tear: a store that crosses a granule boundary takes {slowdowns('store')} as long as
  other stores, and a load {slowdowns('load')} (medians over the offsets of a line). On {cut}, whose granule for
  stores is 32 bytes, a store at 28 takes {inside(True)} as long as an aligned store. On the other CPUs, whose granule
  is the line, it takes {inside(False)} as long.
- Remedies by their median, with the lowest and highest time for one write and one read:
  {', '.join(remedies)}. The order differs between CPUs.
'''


def page(folder, docs):
    runs = [Run(path) for path in sorted(Path(folder).glob('*.json'), key=lambda p: p.stem)]
    images = Path(docs) / 'images'
    images.mkdir(parents=True, exist_ok=True)
    out = ['# What a line crossing costs\n', answer(runs), 'Generated by `scripts/bench-costs` from '
           '[bench/results](../bench/results); [bench/README.md](../bench/README.md) describes the benchmarks.\n'
           'Each column shows one CPU and one JDK. Times and rates are medians unless a table says otherwise; a dash means that\n'
           'there is no measurement.\n'
           'The words *torn*, *loses* and *damaged* mark wrong results. *Can tear* marks a remedy that saw no tear, although\n'
           'the CPU\'s [granule](../reports/README.md) shows that it can. A queue without *damaged* may have had torn\n'
           'counters. Columns named *converted* come from an earlier tool, whose times are not comparable with\n'
           'JMH\'s; the summary above leaves them out.\n']

    def table(title, text, rows):
        """Appends a section with a row per benchmark and a column per run; leaves out what has no value."""
        measured = [run for run in runs if any(run.value(row) is not None for row in rows)]
        cells = [[''] + [run.name for run in measured], ['---'] * (len(measured) + 1)] + [
            [row.label] + [run.cell(row) for run in measured]
            for row in rows if any(run.value(row) is not None for run in measured)]
        out.append(f'## {title}\n\n{wrapped(text)}\n\n' + '\n'.join(f"| {' | '.join(line)} |" for line in cells) + '\n')

    def section(name, title, unit, rows, at=None, series=None, note='', marked=lambda run: []):
        rows = [row for row in rows if any(run.value(row) for run in runs)]
        image = images / f'costs-{name}.svg'
        lines(image, runs, unit, at, series, marked) if series else dots(image, runs, unit, rows)
        table(title, f'{unit}.{note}\n\n![{title}](images/costs-{name}.svg)', rows)

    section('offset', 'Access cost by offset', 'Nanoseconds per 8-byte access', [
        access(o, x, n) for o in OPERATIONS for x, n in
        ((0, 'aligned'), (28, 'at 28'), (60, 'across a line'), (4092, 'across a page'))],
        range(64), {o: [access(o, x) for x in range(64)] for o in ('load', 'store')},
        ' The band shows where a store of a long can tear, according to the\nCPU\'s [granule](../reports/README.md).', lambda run:
        run.torn('store'))
    section('remedies', 'Remedies', 'Nanoseconds per write and read, one writer and one reader', [
        remedy(name) for name in REMEDIES] + [remedy(name, 28) for name in ('none', 'two-agree', 'cas-write')])
    section('sharing', 'False sharing', 'Nanoseconds per increment, two threads, by the distance between counters in bytes', [
        increment(m, d) for m in MODES for d in (0, 8, 64, 128)] + [
        increment(m, d, a) for m in ('plain', 'volatile') for a in ('array', 'padded-array') for d in (8, 64, 128)] + [
        Row(f"{f.replace('-', ' ')}, {m}", 'FieldCost.pair', {'fields': f, 'mode': m})
        for m in ('plain', 'volatile') for f in FIELDS],
        DISTANCES, {m: [increment(m, d) for d in DISTANCES] for m in MODES}, TEXT['sharing'])
    section('counters', 'One counter for all threads', 'Nanoseconds per increment, two threads (Jython: three)', [
        Row(c, 'CounterCost.add', {'counter': c, 'threads': 2}, note=('lost', 'loses')) for c in COUNTERS] + [
        Row(f'Jython, {a}', 'JythonCost.round', {'adder': a}, note=('lost', 'loses'))
        for a in ('nothing', 'racy', 'lock', 'atomic-integer')])
    table('Jython in 2009', TEXT['jython'], [
        Row(f'2009, {a}', 'JythonCost.minima', {'adder': a}, ('median',)) for a in ('nothing', 'racy', 'lock', 'atomic-integer')])
    section('queues', 'Queues', 'Millions of messages per second from a producer to a consumer', [
        Row(q, 'QueueCost.pair', {'queue': q, 'cores': 'free'}, ('received',), note=('damaged', 'damaged')) for q in QUEUES] + [
        Row(f'raw, {a}, {n}, {e}-endian', 'OffHeapQueueCost.pair', {'access': a, 'seam': s, 'endian': e},
            ('received',), note=('damaged', 'damaged'))
        for a in ('ordered', 'volatile', 'locked') for s, n in SEAMS.items() for e in ('little', 'big')
        if a != 'locked' or (e == 'little' and s in ('0', '64'))])
    table('Queues in 30 JVMs', TEXT['queues'], [
        Row(f'{q}, on {c}', 'QueueCost.pair', {'queue': q, 'cores': c.split()[0]}, ('received',), percentile='all')
        for c in ('two cores', 'one core') for q in QUEUES])
    out.append(f"## Layout of the queues\n\n{wrapped(TEXT['layout'])}\n\n{(Path(folder) / 'layouts.md').read_text()}")
    ways = [('nothing: the clock', 'ClockPing.trip', {})] + [
        (f'{n} memory, at {o}', 'MemoryPing.trip', {'memory': m, 'offset': o})
        for m, n in (('raw', 'raw'), ('mapped', 'mapped'), ('processes', 'two processes, mapped'))
        for o in ('0', '60')] + [(f'{t}, {w}', 'SocketPing.trip', {'transport': t, 'wait': w})
                                 for t in ('tcp', 'udp', 'unix') for w in ('spin', 'select-now', 'select', 'block')]
    section('pings', 'Round trips', 'Nanoseconds per round trip between two threads', [
        Row(n + ', 99th percentile' * (p != '50.0'), b, params, percentile=p, note=('torn', 'torn'))
        for n, b, params in ways for p in ('50.0', '99.0')], note=TEXT['pings'])
    csv = ['cpu,jdk,ping,' + ','.join(f'p{p.removesuffix(".0")}' for p in PERCENTILES)] + [
        f'{run.cpu["name"]},{run.jdk},"{n}",' + ','.join(f'{run.value(Row(n, b, params, percentile=p)):.0f}'
                                                        for p in PERCENTILES)
        for run in runs if not run.converted for n, b, params in ways if run.value(Row(n, b, params))]
    (Path(docs) / 'costs-pings.csv').write_text('\n'.join(csv) + '\n')
    section('neighbour', 'Loads while another CPU locks', 'Nanoseconds per load, each dependent on the previous one', [
        Row(f'{kb} KB, {n}', 'NeighbourCost.pair', {'workingSetKb': kb, 'neighbour': n}, ('work',))
        for kb in ('16', '1024', '65536') for n in ('idle', 'aligned-locks', 'split-locks')])
    table('A heap buffer', TEXT['heapbuffer'], [
        Row(f'{t}, at {o}', 'tester.run', {'memory': 'heapbuffer', 'tier': t, 'offset': o}, note=('torn', 'torn'))
        for t in ('interpreter', 'c1', 'c2') for o in ('0', '12', '28', '60')])
    (Path(docs) / 'costs.md').write_text('\n'.join(out))


if __name__ == '__main__':
    page(*sys.argv[1:]) if len(sys.argv) == 3 else sys.exit(__doc__)
