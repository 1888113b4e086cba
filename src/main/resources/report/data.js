// SPDX-License-Identifier: Apache-2.0
const make = (name, text, attributes = {}) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const add = (parent, name, text, attributes) => parent.appendChild(make(name, text, attributes));
/** What is wider than its box says so, since a touch screen shows no bar; to be told again of new content. */
const wider = new ResizeObserver((entries) => {
  for (const box of new Set(entries.map(({target}) => target.closest('.scroll, .drawing, pre')).filter(Boolean))) box.classList.toggle('cut', box.scrollWidth > box.clientWidth + 1);
});
const watch = (box) => [box, ...box.children].forEach((one) => wider.observe(one));
const full = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
const twoDigits = (number) => (number < 9.95 ? number.toFixed(1).replace(/\.0$/, '') : String(Math.round(number)));
const tenths = (number, unit) => full(number < 10 * unit ? Math.floor(number * 10 / unit) / 10 : Math.floor(number / unit));
/** A large number in a few digits, rounded down: so many changes without a tear there were at least. */
const many = (number) => (number >= 1e9 ? `${tenths(number, 1e9)} billion` : number >= 1e6 ? `${tenths(number, 1e6)} million` : full(number));
/** How often: 49 %, below a percent 1 in 2,000. */
const chance = (number) => {
  if (number >= 0.01) return `${twoDigits(number * 100)} %`;
  const step = 10 ** Math.floor(Math.log10(1 / number));
  return `1 in ${many(Math.round(1 / number / step) * step)}`;
};
/** How often, at the most: 3 %, or 1 in 1.6 million; rounded so that a bound stays true. */
const bound = (number) => {
  if (number >= 0.01) return `${twoDigits(Math.ceil(number * 1000) / 10)} %`;
  const step = 10 ** (Math.floor(Math.log10(1 / number)) - 1);
  return `1 in ${many(Math.floor(1 / number / step) * step)}`;
};
const time = (micros) => (micros < 1000 ? `${Math.max(1, micros)} \u00b5s` : micros < 1e6 ? `${(micros / 1e3).toFixed(1)} ms` : `${(micros / 1e6).toFixed(1)} s`);
const plural = (count, word) => `${full(count)} ${word}${count === 1 ? '' : 's'}`;

/* Everything that is judged is in here; the script only looks it up. */
const page = JSON.parse(document.getElementById('data').textContent);
const untested = page.looks.find((look) => look.untested);

/** A row of values behind the number of their names. */
const object = (root, [names, ...values]) => Object.fromEntries(root.names[names].map((name, i) => [name, values[i]]));

/** The numbers of a column: each is written as the step from the one before, in base 36, equal steps once. */
const numbers = (text, length) => {
  const all = [];
  let value = 0;
  for (const [, step, times] of text.matchAll(/(-?[0-9a-z]+)(?:\*(\d+))?/g)) {
    for (let i = Number(times || 1); i > 0 && all.length < length; i--) {
      value += parseInt(step, 36);
      all.push(value);
    }
  }
  if (all.length !== length || all.some(Number.isNaN)) throw new TypeError('not a column');
  return all;
};

/** A write and read on one CPU. */
class Pair {
  constructor(root, cpu, raw) {
    Object.assign(this, {cpu, raw, root, title: raw.title, write: raw.write, read: raw.read, tier: raw.tier,
      width: raw.widthBytes, processes: raw.processes, value: raw.untried ? raw.value : root.values[raw.value],
      memories: raw.untried ? [] : root.memories[raw.memories], columns: new Map()});
    this.groups = root.maps[raw.map];
    this.boundaries = new Map(this.groups.flatMap((group) => group.offsets.map((offset, i) =>
      [offset, Number(group.boundaries[i])])));
    this.shown = [...this.boundaries.keys()];
    this.offsets = raw.untried ? [] : root.offsets[raw.offsets];
    this.index = new Map(this.offsets.map((offset, index) => [offset, index]));
    this.promises = (root.promiseRows[raw.promises] || []).map((number) => root.promises[number]);
    this.instructions = {write: root.instructions[raw.writeInstruction], read: root.instructions[raw.readInstruction]};
    // Offset, seam, the values before and after, and what was seen, if that does not follow from them.
    this.witnesses = new Map(raw.witnesses.split(',').filter(Boolean).map((one) => one.split(' ')).map(([at, seam, ...bytes]) => [Number(at), [Number(at), Number(seam), ...bytes]]));
  }

  column(name) {
    if (!this.columns.has(name)) this.columns.set(name, numbers(this.raw[name], this.offsets.length));
    return this.columns.get(name);
  }

  /** Which boundary a value lies across: every line is as the first one, but for the page's end. */
  boundary(offset) {
    const known = this.boundaries.get(offset);
    if (known !== undefined) return known;
    return this.overPage(offset) ? page.boundaries.length - 1 : this.boundaries.get(offset % this.cpu.lineBytes);
  }

  overPage(offset) { return offset % this.cpu.pageBytes + this.width > this.cpu.pageBytes; }

  /** An offset where somebody tried it and that lies as this one in its line and page; undefined if there is none. */
  alike(offset) {
    const {lineBytes, pageBytes} = this.cpu;
    const every = this.overPage(offset) ? pageBytes : lineBytes;
    return this.offsets.find((other) => other % every === offset % every && this.overPage(other) === this.overPage(offset));
  }

  cell(offset) {
    const boundary = this.boundary(offset);
    const index = this.index.get(offset);
    if (index === undefined) return {offset, boundary, look: untested, torn: 0, changes: 0};
    const at = (name) => this.column(name)[index];
    return {offset, boundary, look: page.looks[at('looks')], torn: at('torn'), changes: at('changes'), planted: at('plantedShare'),
      first: this.raw.firstTornMicros === undefined ? -1 : at('firstTornMicros'), files: at('files'), tornFiles: at(this.raw.tornFiles === undefined ? 'files' : 'tornFiles'), quiet: this.raw.silentChanges === undefined ? 0 : at('silentChanges'), strength: page.strengths[at('strengths')],
      rate: this.raw.rates === undefined ? undefined : this.root.rates[at('rates')],
      spread: this.raw.spreads === undefined ? undefined : this.root.spreads[at('spreads')],
      whole: this.raw.classes === undefined ? undefined : this.root.classes[at('classes')],
      reason: this.raw.reasons === undefined ? undefined : this.root.reasons[at('reasons')]};
  }

  /** A memory in which it was tried: the chosen one, if it is one of them. */
  get memory() {
    return this.memories.includes(this.cpu.memory) || this.memories.length === 0 ? this.cpu.memory || 'unsafe' : this.memories[0];
  }

  /** Its name where width and processes are chosen beside it. */
  get brief() { return this.title.replace(`, ${this.width} bytes`, '').replace(', two processes', ''); }

  /** What others report of such a CPU at such a place. */
  reported(boundary) {
    const kind = page.kinds.indexOf(this.raw.kind);
    return kind < 0 ? [] : this.cpu.reported.filter((one) => one.seen[kind][boundary]).map((one) => ({...one, word: one.seen[kind][boundary]}));
  }

  /** How a place looks: what was seen there, else what is promised or reported, in this order of trust. */
  sight(offset) {
    const cell = this.cell(offset);
    if (!cell.look.untested) return {order: page.looks.indexOf(cell.look), style: cell.look.style, sign: cell.look.sign, words: words(cell)};
    const promise = this.promises[cell.boundary];
    const [told] = promise && promise.promise === 'atomic' ? [] : this.reported(cell.boundary);
    if (told) return {order: page.looks.length, style: 'reported', sign: told.word === 'torn' ? '\u25b5' : told.word === 'none' ? '\u25ab' : '\u00d7', words: `reported ${told.word} (${told.id})`};
    const names = Object.keys(page.promiseLooks);
    if (!promise || !names.includes(promise.promise)) return {order: Infinity, style: cell.look.style, sign: '', words: words(cell)};
    const look = page.promiseLooks[promise.promise];
    return {order: page.looks.length + names.length - names.indexOf(promise.promise), style: `by-${promise.promise}`, sign: look.sign, words: look.words};
  }

  /** The Java of one side at an offset, in a memory in which it was tried. */
  java(side, offset) {
    const line = page[`${side}s`][this.memory][this[side]];
    if (!line) return '';
    if (this.width > 8) return page.vectors[side].replaceAll('BITS', 8 * this.width).replaceAll('ADDRESS', `base + ${offset}`);
    const type = {2: 'Short', 4: 'Int', 8: 'Long'}[this.width];
    return line.replaceAll('Long', type).replaceAll('longs', `${type.toLowerCase()}s`).replaceAll('ADDRESS', `base + ${offset}`);
  }
}

/** A CPU of this page, one run of it, or a CPU of a page that was dropped into this one. */
class Cpu {
  constructor(root, raw, own, alone) {
    Object.assign(this, {id: raw.id, name: raw.name, design: raw.design, emulated: raw.emulated, lineBytes: raw.lineBytes,
      pageBytes: raw.pageBytes, runs: raw.runs, runCount: raw.runCount, known: raw.known, own, alone});
    this.scope = root.scopes[raw.scope];
    this.pairs = raw.pairs.map((row) => object(root, row)).map((pair) => new Pair(root, this, {...object(root, root.heads[pair.head]), ...pair}));
    this.untriedPairs = new Map();
    this.root = root;
  }

  /** What others report of this very design. */
  get reported() { return this.unmeasured ? page.reported.filter((one) => one.known.includes(this.known)) : []; }

  get label() { return this.unmeasured ? this.name : `${this.own ? 'Yours: ' : ''}${this.name}${this.design === 'unknown' ? '' : `, ${this.design}`}${this.emulated ? ', emulated' : ''}`; }

  /** Where it stands among those that can be compared. */
  get group() { return this.own ? 'Your own' : this.alone ? 'One run' : 'All runs of a CPU together'; }

  /** The beginning of its newest run's digest. */
  get digest() { return this.runs[0][page.runColumns.indexOf('file')].split('/').pop().replace(/^.*-|\.json$/g, '').slice(0, 6); }

  /** Its runs by date, JVM and what they tried, so that two of one CPU can be told apart. */
  get described() {
    const [run] = this.runs;
    if (!run) return this.label;
    const [date, jvm, profile] = ['date', 'JVM', 'profile'].map((column) => run[page.runColumns.indexOf(column)]);
    // What tells two runs of one CPU apart comes first: a narrow screen cuts the end off.
    const name = this.digest;
    if (this.alone) return `${[date, profile, name].filter(Boolean).join(' ')}: ${this.label}, ${jvm}`;
    return `${this.label}; ${this.runCount > 1 ? `${this.runCount} runs, the newest ` : ''}${date}, ${jvm}${this.file ? ` (${this.file})` : ''}`;
  }

  /** A write and read that somebody tried, what is not asked for as most try it. */
  find(write, read, title, width, processes) {
    if (title) return this.pairs.find((pair) => pair.title === title);
    const fitting = this.pairs.filter((pair) => (!write || pair.write === write) && (!read || pair.read === read) &&
      (!width || pair.width === width) && (!processes || pair.processes === processes));
    return fitting.find((pair) => pair.title === page.usualPair) || fitting[0];
  }

  /** A write and read that nobody tried on this CPU: what is promised of it. */
  untried(write, read, width = 8, processes = 1, title = undefined) {
    const name = title || `${write}/${read}${width === 8 ? '' : `, ${width} bytes`}${processes === 1 ? '' : ', two processes'}`;
    if (!this.untriedPairs.has(name)) {
      const {scope} = this;
      const classes = scope ? [scope.writes[write], scope.reads[read]] : [];
      const rows = scope ? scope.promises[width] : {};
      // Of a vector there is one kind of store and one of load.
      const row = width > 8 ? Object.values(rows)[0] : rows[classes.join('')];
      const like = this.pairs.find((pair) => pair.width === width);
      const places = this.root.places.find((one) => one.lineBytes === this.lineBytes && one.pageBytes === this.pageBytes) || this.root.places.find((one) => one.lineBytes === this.lineBytes) || this.root.places[0];
      const [writing, reading] = classes.map((one) => page.lockedClasses.includes(one));
      this.untriedPairs.set(name, new Pair(this.root, this, {title: name, write, read, widthBytes: width, processes, untried: true, tier: 'c2',
        value: `${page.widths[width]}${width > 8 ? '' : ` of ${width} bytes`}${processes === 1 ? '' : ', two processes'}`,
        kind: classes.includes(undefined) || classes.length === 0 ? '' : page.kinds[(writing ? 2 : 0) + (reading ? 1 : 0)], map: like ? like.raw.map : places.maps[width],
        promises: row, seams: {}, witnesses: '', writeInstruction: -1, readInstruction: -1}));
    }
    return this.untriedPairs.get(name);
  }

  /** A write and read, tried or not. */
  pair(write, read, width, processes) {
    return this.find(write, read, undefined, width, processes) || this.untried(write, read, width, processes);
  }

  /** The same write and read as that of another CPU. */
  like(pair) {
    return this.pairs.find((other) => other.title === pair.title) || this.pair(pair.write, pair.read, pair.width, pair.processes);
  }

  /** Every write and read of the tester of a width, as somebody would choose among them, then what else was tried. */
  choices(width, processes) {
    const words = width > 8 ? [['plain', 'plain']] : page.chosenWrites.flatMap((write) => page.chosenReads.map((read) => [write, read]));
    const usual = words.map(([write, read]) => this.pair(write, read, width, processes));
    return [...usual, ...this.pairs.filter((pair) => pair.width === width && pair.processes === processes && !usual.includes(pair))];
  }
}

const published = page.cpus.map((raw) => new Cpu(page, raw, false, false));
const alone = page.cpus.flatMap((raw) => raw.apart.map((run) => new Cpu(page, run, false, true)));
const byId = new Map(published.map((cpu) => [cpu.id, cpu]));

const unmeasuredCpus = new Map();

/** A CPU that is known by name alone: what its vendor promises and others report. The id is its name in an address. */
const unmeasured = (number, id, name) => {
  if (!unmeasuredCpus.has(id)) {
    const known = page.known[number];
    const {lineBytes, pageBytes} = page.places[known.places];
    const cpu = new Cpu(page, {id, name, design: known.unknown ? 'unknown' : known.name, emulated: false, lineBytes, pageBytes, runs: [],
      runCount: 0, known: number, scope: known.scope, pairs: []}, false, false);
    unmeasuredCpus.set(id, Object.assign(cpu, {unmeasured: true, maker: known.maker}));
  }
  // The same design may be asked for by another name.
  return Object.assign(unmeasuredCpus.get(id), {name});
};

/** Its answer in a sentence, from the rules, and nothing of other CPUs. */
const sentence = (cpu) => {
  const told = cpu.reported.map((one) => {
    const torn = page.boundaries.map((boundary, i) => [boundary.title, one.seen.some((kind) => kind[i] === 'torn')]).filter(([, tore]) => tore).map(([title]) => title);
    return torn.length > 0 ? `Reported elsewhere: torn ${torn.join(' and ')} (${one.id}). ` : '';
  }).join('');
  return `${cpu.scope.sentence} ${told}${page.known[cpu.known].unknown ? '' : 'Nobody has measured this CPU here.'}`.trim();
};

/** The CPUs of a dropped page; a text that is none throws an error that says so. */
const foreign = (text) => {
  const begin = '\u003cscript type="application/json" id="data">';
  const from = text.indexOf(begin);
  if (from < 0) {
    throw new Error(text.trimStart().startsWith('{')
      ? 'it is a result file: drop the page beside it, with the same name and .html; tester show --html makes it again'
      : 'it is not the page of a run');
  }
  const root = JSON.parse(text.slice(from + begin.length, text.indexOf('\u003c/script>', from)));
  if (root.format !== page.format) throw new Error(`its data have format ${root.format}, this page's ${page.format}: make both with one tester`);
  const cpus = root.cpus.map((raw) => new Cpu(root, raw, true, false));
  // The tester's own words of it for the table of all CPUs.
  const [first] = cpus;
  if (first) first.rows = root.rows || [];
  for (const cpu of cpus) for (const pair of cpu.pairs) pair.shown.forEach((offset) => words(pair.cell(offset)));
  return cpus;
};

const words = (cell) => {
  const {state} = cell.look;
  if (cell.torn > 0) {
    return `${state} ${cell.rate[0]}: ${full(cell.torn)} of ${full(cell.changes)} changes; seen by ` +
      `${cell.tornFiles} of ${plural(cell.files, 'file')}${cell.quiet > 0 ? `; none in ${full(cell.quiet)} changes of the others` : ''}`;
  }
  if (cell.look.silent) return `${state}: 0 of ${full(cell.changes)} changes; ${plural(cell.files, 'file')}`;
  return cell.look.untested ? state : `${state}; ${full(cell.changes)} changes`;
};
/** How the digit of a rate is read. */
const zeros = 'a digit counts zeros: 0 torn in more than 1 of 10 changes, 1 in 1 of 10 or fewer, 3 in 1 of 1,000 or fewer';
const place = (cell) => page.boundaries[cell.boundary].title;
