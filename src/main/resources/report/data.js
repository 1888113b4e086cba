// SPDX-License-Identifier: Apache-2.0
const make = (name, text, attributes = {}) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const add = (parent, name, text, attributes) => parent.appendChild(make(name, text, attributes));
const full = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
const rate = (number) => number.toExponential(1).replace('e+', 'e').replace(/e0$/, '');
const time = (micros) => (micros < 1000 ? `${Math.max(1, micros)} \u00b5s` : micros < 1e6 ? `${(micros / 1e3).toFixed(1)} ms` : `${(micros / 1e6).toFixed(1)} s`);
const plural = (count, word) => `${full(count)} ${word}${count === 1 ? '' : 's'}`;

/* Everything that is judged is in here; the script only looks it up. */
const page = JSON.parse(document.getElementById('data').textContent);
const untested = page.looks.find((look) => look.untested);

/** The numbers of a column: each is written as the step from the one before, in base 36, equal steps once. */
const numbers = (text, length) => {
  const all = [];
  let value = 0;
  for (const token of text.split(' ')) {
    const [step, times] = token.split('*');
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
      width: raw.widthBytes, value: root.values[raw.value], memories: raw.untried ? [] : root.memories[raw.memories], columns: new Map()});
    this.groups = root.maps[raw.map];
    this.boundaries = new Map(this.groups.flatMap((group) => group.offsets.map((offset, i) =>
      [offset, Number(group.boundaries[i])])));
    this.shown = [...this.boundaries.keys()];
    this.offsets = raw.untried ? [] : root.offsets[raw.offsets];
    this.index = new Map(this.offsets.map((offset, index) => [offset, index]));
    this.promises = raw.promises.map((number) => root.promises[number]);
    this.instructions = {write: root.instructions[raw.writeInstruction], read: root.instructions[raw.readInstruction]};
    this.witnesses = new Map(raw.witnesses.map((witness) => [witness[0], witness]));
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
      whole: this.raw.classes === undefined ? undefined : this.root.classes[at('classes')],
      reason: this.raw.reasons === undefined ? undefined : this.root.reasons[at('reasons')]};
  }

  /** A memory in which it was tried: the chosen one, if it is one of them. */
  get memory() {
    return this.memories.includes(this.cpu.memory) || this.memories.length === 0 ? this.cpu.memory || 'unsafe' : this.memories[0];
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
      pageBytes: raw.pageBytes, runs: raw.runs, runCount: raw.runCount, own, alone});
    this.pairs = raw.pairs.map((pair) => new Pair(root, this, pair));
  }

  get label() { return `${this.own ? 'Yours: ' : ''}${this.name}${this.design === 'unknown' ? '' : `, ${this.design}`}${this.emulated ? ', emulated' : ''}`; }

  /** Where it stands among those that can be compared. */
  get group() { return this.own ? 'Your own' : this.alone ? 'One run' : 'All runs of a CPU together'; }

  /** Its runs by date, JVM and what they tried, so that two of one CPU can be told apart. */
  get described() {
    const [run] = this.runs;
    if (!run) return this.label;
    const [date, jvm, profile, file] = ['date', 'JVM', 'profile', 'file'].map((column) => run[page.runColumns.indexOf(column)]);
    // What tells two runs of one CPU apart comes first: a narrow screen cuts the end off.
    const name = file.split('/').pop().replace(/^.*-|\.json$/g, '').slice(0, 6);
    if (this.alone) return `${[date, profile, name].filter(Boolean).join(' ')}: ${this.label}, ${jvm}`;
    return `${this.label}; ${this.runCount > 1 ? `${this.runCount} runs, the newest ` : ''}${date}, ${jvm}${this.file ? ` (${this.file})` : ''}`;
  }

  find(write, read, title) {
    return this.pairs.find((pair) => title ? pair.title === title
      : (!write || pair.write === write) && (!read || pair.read === read));
  }

  /** A write and read that nobody tried on this CPU: no cell has an answer, and no promise is looked up. */
  untried(title, write, read) {
    const [like] = this.pairs;
    return new Pair(like.root, this, {...like.raw, title, write, read, untried: true, seams: {}, witnesses: [], promises: [],
      writeInstruction: -1, readInstruction: -1, kind: ''});
  }
}

const published = page.cpus.map((raw) => new Cpu(page, raw, false, false));
const alone = page.cpus.flatMap((raw) => raw.apart.map((run) => new Cpu(page, run, false, true)));
const byId = new Map(published.map((cpu) => [cpu.id, cpu]));

/** A CPU that is known by name alone: what others report of it and what its vendor promises, and no colour at all. */
const unmeasured = (name, families, reported) => {
  const usual = published.find((cpu) => cpu.lineBytes === 64) || published[0];
  const {raw} = usual.pairs.find((pair) => pair.width === 8) || usual.pairs[0];
  const cpu = new Cpu(page, {id: '', name, design: 'unknown', emulated: false, lineBytes: usual.lineBytes, pageBytes: usual.pageBytes,
    runs: [], pairs: page.kinds.map((kind) => ({...raw, ...kind, title: `${kind.write}/${kind.read}`, untried: true, seams: {},
      witnesses: [], promises: [], writeInstruction: -1, readInstruction: -1}))}, false, false);
  return Object.assign(cpu, {unmeasured: true, families, reported});
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
const place = (cell) => page.boundaries[cell.boundary].title;
