// SPDX-License-Identifier: Apache-2.0
const MOST_CARDS = 4;
const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const whatOf = (data, place, line = 64) => [place.offset === undefined ? valueOf(place) : `${valueOf(place)} at ${place.start < PAGE ? 'index ' : ''}${place.offset}${place.start < PAGE || place.offset < line ? '' : ` (${place.offset % line} in its line)`}`,
  ...(place.stride ? [`in records of ${place.stride} bytes`] : []), ...(isVector(place.width) ? [] : [`${place.write} / ${place.read}`]), ...(place.api === 'unsafe' ? [] : [inType(data.apis[place.api].name, place)])].join(', ');

/** Restores rows of numbers from their steps. */
const sums = (rows) => {
  let at = 0;
  return rows.map((steps) => {
    const row = steps.map((step) => (at += step));
    [at] = row;
    return row;
  });
};

/** Restores objects from their columns. */
const objects = (columns) => Object.values(columns)[0].map((_, i) => Object.fromEntries(Object.entries(columns).map(([name, all]) => [name, all[i]])));

/** Returns the data of the page as they were before PageData made them compress better. */
const restored = ({cpus, instructions, rows, bases, answers, texts, names, ...data}) => ({...data, names: {...names, patterns: Object.fromEntries(Object.entries(names.patterns).map(([name, pattern]) => [name, new RegExp(pattern, 'i')])), spelling: names.spelling.map(([pattern, text]) => [new RegExp(pattern, 'gu'), text]),
    translations: Object.fromEntries(Object.entries(names.translations).flatMap(([to, words]) => words.split(' ').map((word) => [word, to])))},
  cpus: objects(cpus).map((cpu) => ({...cpu, id: cpu.id || cpu.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')})), instructions: instructions.map(sums), rows: sums(rows), bases: sums(bases),
  answers: objects(answers).map(({origin, why, sure, fix, ...rest}) => ({...rest, origin: texts[origin], why: texts[why], sure: texts[sure], fix: texts[fix]}))});

/** Decides what answers a question. It has no document: the command ask runs it, too. */
class View {
  /** Each section has an id, a title, more words by which it is found, and a text. */
  constructor(compressed, sections) {
    const data = restored(compressed);
    this.data = data;
    this.sections = new Map(sections.map((section) => [section.id, section]));
    this.finder = new Finder(data);
    this.reader = new Reader(this.finder, data.names);
    this.listed = data.cpus.filter((cpu) => cpu.measured || cpu.unknown);
  }

  /** The index, made at the first search: in the terminal, that takes most of the time. */
  get index() {
    return (this.made ??= new Sections([...this.sections.values()], this.data.names));
  }

  /** Reads the state: the text that was asked, or the fields of a link. */
  read({ask, cpu, ...place}) {
    const read = this.reader.read(ask ?? cpu ?? '');
    const asked = {...read.asked, ...place};
    read.asked = asked;
    if (asked.type) asked.width ??= BYTES[asked.type];
    const {api, width} = asked;
    const {alone, atomics, programs} = this.data.names.patterns;
    // A locked instruction alone is asked about, not a reader beside it.
    read.alone = LOCKED.test(asked.write) && !asked.read && alone.test(ask) && read.cpus.every(({cpu}) => isX86(this.data, this.data.cpus[cpu]));
    if (read.alone) asked.read = 'cas';
    // Other languages have no modes of Java: their volatile is plain.
    read.isNative = (read.sections.includes('native-code') || programs.test(ask)) && !read.java && !api && !atomics.test(ask);
    if (read.isNative) for (const side of ['write', 'read']) if (!LOCKED.test(asked[side])) asked[side] = 'plain';
    read.choose = (api === 'vector' ? !width : Object.hasOwn(this.data.names.choices, api)) ? api : undefined;
    if (ask === undefined && cpu !== undefined && read.cpus.length === 0) read.stranger ??= cpu;
    return read;
  }

  /** The chips: a name, a label, the value, whether it was asked, and the choices as pairs of value and text. */
  chips({cpus, q, asked, isNative}, place) {
    const {data} = this;
    const found = cpus.map(({cpu}) => data.cpus[cpu]);
    const vector = isVector(place.width);
    const any = ['', 'any CPU'];
    const named = found.length > 0 ? [[q, found.length > 1 ? short(q) : found[0].name], any] : [any];
    const modes = (all) => all.map((mode) => [mode, mode]);
    const old = data.accesses[`8 ${place.api} before`];
    const later = found.length > 0 && answerOf(data, found[0], {...place, tier: 'first'}).later;
    return [
      {chip: 'cpu', value: found.map(({id}) => id).join(' '), asked: found.length > 0, choices: [...named, ...this.listed.filter((one) => !found.includes(one)).map(({id, name}) => [id, name])]},
      !isNative && {chip: 'api', choices: Object.entries(data.apis).map(([id, {name}]) => [id, name])},
      {chip: 'width', value: place.type ?? place.width, choices: [...Object.entries(JAVA_TYPES).map(([width, type]) => [width, `${type}, ${width} bytes`]), ...['char', 'float', 'double'].map((type) => [type, `${type}, ${BYTES[type]} bytes`]), ...WIDTHS.filter(isVector).map((width) => [`${width}`, `vector, ${width} bytes`])]},
      !vector && {chip: 'write', choices: modes(data.writes)},
      !vector && {chip: 'read', choices: modes(data.reads)},
      {chip: 'place', value: place.offset ?? (place.inside > 0 ? `inside ${place.inside} bytes` : place.inside) ?? 'any', asked: asked.offset !== undefined || asked.inside !== undefined},
      place.offset !== undefined && {chip: 'start', choices: [[PAGE, 'a line or page'], ...[64, 32, 16, 8, 4].map((start) => [start, `a multiple of ${start}`])]},
      place.stride && {chip: 'stride', choices: [[place.stride, `${place.stride} bytes`], ['', 'any size']]},
      old && {chip: 'java', value: place.java < FIRST_PLAIN_ON_HEAP ? 17 : NEWEST_JAVA, choices: [[NEWEST_JAVA, '23 or newer'], [17, '22 or older']]},
      (later || place.tier === 'compiled') && {chip: 'tier', choices: [['first', 'from the first call'], ['compiled', 'once compiled']]},
    ].filter(Boolean).map((one) => ({label: data.names.labels[one.chip] ?? one.chip, value: place[one.chip], asked: asked[one.chip] !== undefined, ...one}));
  }

  /** Returns what a card says of a CPU. */
  card(cpu, place, hit = {}, several = false) {
    const {data} = this;
    const answer = answerOf(data, cpu, place);
    const alias = hit.matched ?? hit.number ?? (several ? hit.typed : undefined);
    const what = (alias && squeezed(alias) !== squeezed(cpu.name) ? `${alias} · ` : '') + whatOf(data, place, Math.max(64, cpu.line));
    // No line of Java helps where no vector of this size is promised to be whole.
    const helps = !isVector(place.width) || answerOf(data, cpu, {...place, offset: answer.next, tier: 'compiled'}).origin === 'promised';
    return {...answer, cpu: cpu.id, name: cpu.name, what: what + (several && hit.cpuinfo ? `; in /proc/cpuinfo: ${hit.cpuinfo}` : ''),
      java: helps ? javaOf(data, cpu, place, answer.next) : ''};
  }

  /** Returns a card without a verdict. */
  open(headline, why, more) {
    return {verdict: 'open', origin: 'unmeasured', glyph: '?', headline, why, ...more};
  }

  choose({choose, q, cpus, asked, offsets}) {
    const options = choose === 'vector' ? WIDTHS.filter(isVector).map((width) => [`${width} bytes`, {width}]) : this.data.names.choices[choose].map((api) => [this.data.apis[api].name, {api}]);
    const [one] = cpus.length > 1 || offsets ? [] : cpus;
    const verdict = (change) => (one ? `: ${this.card(this.data.cpus[one.cpu], filled(this.data, {...asked, ...change})).headline}` : '');
    return this.open(`WHICH ${this.data.names.which[choose]}?`, this.data.names.says.choose, {choices: options.map(([text, change]) => [text + verdict(change), {cpu: q, ...asked, ...change}])});
  }

  /** Returns what a name of several CPUs, or a number or instance type, stands for. */
  called({cpus, named, q}) {
    if (named > 1) return '';
    const typed = cpus.length > 0 && cpus.every(({type}) => type) && cpus[0];
    const called = typed ? `${typed.typed} of ${typed.type}` : cpus[0]?.number ?? `“${short(q ?? '')}”`;
    if (cpus.length > 1) return `${called} can be ${cpus.length} CPUs, worst first${cpus.length > MOST_CARDS ? `; ${MOST_CARDS} are shown` : ''}.`;
    if (!typed && !cpus[0]?.number) return '';
    const {name, unknown} = this.data.cpus[cpus[0].cpu];
    return `${called} ${typed ? 'runs on' : 'is'} ${unknown ? `${/^[AIx]/.test(name) ? 'an' : 'a'} ${name}` : name}.`;
  }

  /** Returns what is shown: explanations of a log, sections, cards, and a notice, whose parts are texts or questions. */
  of(state, bad = []) {
    const {data} = this;
    const {tools, costs, costly, locks, torn} = data.names.patterns;
    const read = this.read(state);
    if (!read.choose) this.date(read.asked, state.ask ?? '');
    const place = filled(data, read.choose ? {...read.asked, api: undefined} : read.asked);
    const view = {read, place, explanations: [], sections: [], cards: [], notice: [], title: 'Does a misaligned long tear?'};
    const titled = (title, more) => ({...view, title, ...more});
    if (bad.length > 0) return titled('NOT UNDERSTOOD', {notice: [`The link has no valid ${bad.join(', ')}.`]});
    const ask = state.ask?.slice(0, MOST_CHARACTERS);
    // The field suggests the titles.
    const words = ask && squeezed(ask);
    const own = words && [...this.sections.values()].find(({title}) => squeezed(title) === words)?.id;
    if (own) return titled(ask, {sections: [own]});
    const arches = new Set(read.cpus.map(({cpu}) => data.arches[data.cpus[cpu].arch].replace('_64', '')));
    const beside = arches.size === 1 ? {arch: [...arches][0]} : {};
    // What names an access is a question, unless it has several lines.
    if ((read.asked.write || read.asked.read) && !ask?.includes(LINE_END) && !data.names.patterns.crash.test(ask)) Object.assign(beside, {question: 'yes', access: 'yes'});
    const explanations = ask === undefined ? [] : explained(data.symptoms, ask, beside);
    if (explanations.length > 0) return this.beside(ask, titled(explanations[0].title, {explanations}));
    const fixed = ask && read.unused.length > 0 ? this.index.corrected(ask, read.unused, this.finder) : '';
    // A misspelled word of a place counts.
    if (fixed && read.cpus.length > 0 && !read.counted && this.read({ask: fixed}).counted) {
      const mended = this.of({ask: fixed});
      return {...mended, notice: [`Read as “${fixed}”.`, ...mended.notice]};
    }
    const named = read.cpus.length > 0;
    const isModel = read.cpus.some(({cpu, type}) => type || !data.cpus[cpu].unknown);
    const exact = read.counted || read.misaligned || read.asked.inside || read.asked.width || read.asked.write || read.asked.read || isModel;
    const asks = read.varied || read.misaligned || Object.keys(read.asked).some((chip) => !['start', 'java', 'tier'].includes(chip)) || read.sections.includes('granule');
    // What these sections say does not replace a verdict.
    const spared = {'native-code': read.java || read.isNative && named, emulator: /\bhost/.test(ask) && isModel && read.cpus.length === 1, netty: true, interpreter: /(?<!before )c2\b/i.test(ask), packed: named && (!read.counted || /offset/i.test(ask)), movdqa: place.width > 16};
    const isVoid = read.sections.some((id) => !spared[id] && !(named && data.names.spared.includes(id))) && !(isModel && read.sections.includes('granule') && (read.counted || /granule/i.test(ask)));
    const search = (words) => this.index.search(translated(ask.toLowerCase(), data.names.translations), words).map(({id}) => id);
    // Locked accesses are not their cost.
    const first = (ids) => ids.find((id) => id !== 'locked' || !costs.test(ask));
    const isCost = costs.test(ask) && costly.test(first(search()));
    const found = ask === undefined || named && !isVoid && !isCost && read.unused.length === 0 ? [] : search(named && !isVoid && !isCost ? read.unused : undefined);
    // Only locked accesses make split locks.
    const cost = LOCKED.test(read.asked.write) || LOCKED.test(read.asked.read) || locks.test(ask) ? 'split-lock' : 'cost';
    if (['cost', 'split-lock'].includes(first(found))) found.unshift(cost);
    const hits = [...new Set([...tools.test(ask) && !read.sections.some((id) => data.names.patterns.told.test(id)) ? found : [], ...read.sections, ...read.valued && !named ? ['why'] : [], ...found])].slice(0, MOST_HITS);
    const isRefused = !named && read.asked.api && !read.choose && (read.asked.write || read.asked.read) && this.anyCpu(place, read.asked).name;
    // Without a CPU, a verdict needs a place and known words, or an API that refuses the access on every CPU.
    const bare = isVoid || isCost && !torn.test(ask) || !(named ? asks && exact || hits.length === 0 : asks && (hits.length === 0 || read.counted || read.asked.api && (read.unused.every((word) => this.index.stop.has(word)) || read.asked.write && read.asked.read) || isRefused));
    const unused = bare || read.unused[0] ? this.index.missing([...bare ? read.recognised : [], ...read.unused], hits.map((id) => this.sections.get(id)), bare).map((word) => asTyped(word, (ask ?? '').toLowerCase(), data.names.translations)) : [];
    if (unused.length > 0) view.notice.push(`Not used: ${short(unused.join(', ').replaceAll(CODE, ''))}.`);
    if (fixed) view.notice.push({ask: fixed, text: `Did you mean “${fixed}”?`});
    if (read.outside) view.notice.push(data.names.says.outside);
    // A number may belong to a word, as in "junit5".
    const known = (part) => part.length > 3 && this.index.vocabulary.has(part) && !data.names.series.includes(part);
    const isStranger = read.stranger && !isVoid && !this.index.vocabulary.has(read.stranger) && !read.stranger.split(/[^a-z]+/).filter(Boolean).every(known);
    view.sections = isStranger && asks ? [] : hits;
    if (view.sections.length > 0) view.title = this.sections.get(hits[0]).title;
    if (isStranger) return titled('NOT KNOWN', {notice: [data.names.says.stranger.replace('{}', short(read.stranger)), ...view.notice]});
    if (bare) return hits.length > 0 ? view : {...view, notice: [data.names.says.unknown, ...view.notice]};
    if (read.choose) {
      const card = this.choose(read);
      return titled(card.headline, {cards: [card]});
    }
    if (!named) {
      const card = this.anyCpu(place, read.asked);
      // What the JDK refuses on every CPU needs no more explanation.
      return titled(card.headline, {cards: [card], sections: card.name && (read.counted || read.unused.length === 0) ? [] : hits});
    }
    return this.judged(view);
  }

  /** Takes the JDK from an exception that only older ones throw for the access. */
  date(asked, ask) {
    const exception = /\b\w+Exception\b/.exec(ask)?.[0];
    if (!exception || asked.java || !asked.api) return;
    const throws = (java) => {
      const place = filled(this.data, {...asked, java});
      const [{aligned, misaligned}] = found(this.data, this.listed[0], place, place.offset ?? 1);
      return (place.offset ?? 1) % place.width ? misaligned : aligned;
    };
    if (throws(NEWEST_JAVA) !== exception && throws(FIRST_PLAIN_ON_HEAP - 1) === exception) asked.java = FIRST_PLAIN_ON_HEAP - 1;
  }

  /** Returns the cards of the CPUs that are named. */
  judged(view) {
    const {data} = this;
    const {read, place} = view;
    const ranked = read.named > 1 || read.signature ? read.cpus : [...read.cpus].sort((a, b) => answerOf(data, data.cpus[a.cpu], place).rank - answerOf(data, data.cpus[b.cpu], place).rank);
    const cards = ranked.slice(0, MOST_CARDS).flatMap((hit) => (read.offsets ?? [place.offset]).map((offset) => this.card(data.cpus[hit.cpu], {...place, offset}, hit, ranked.length > 1)));
    if (read.offsets) cards.sort((a, b) => a.rank - b.rank);
    if (read.isNative) for (const card of cards) card.java = '';
    // What is assumed of the access must not hide what others do.
    const {write, read: load} = read.asked;
    const others = (label, access, differ) => {
      const texts = cards.filter(differ).map(({cpu, name}) => this.card(data.cpus.find(({id}) => id === cpu), {...place, ...access}).headline + (cards.length > 1 ? ` on ${name}` : ''));
      return texts.length > 0 && `${label}: ${texts.join('; ')}.`;
    };
    const plain = others(write ? data.names.says.assumed : 'Plain accesses', {write: write ?? 'plain', read: 'plain'}, ({verdict}) => verdict === 'faults' && !load);
    const beside = others('A volatile read beside it', {read: 'volatile'}, () => read.alone);
    const locked = others('Both locked', {read: 'cas'}, ({verdict}) => verdict === 'torn' && LOCKED.test(write) && !load);
    return {...view, title: `${cards[0].headline}: ${cards[0].name}, ${whatOf(data, place)}`, cards, notice: [this.called({...read, cpus: ranked}), plain, beside, locked, ...view.notice]};
  }

  /** Adds to the explanation of a log what was asked beside it: a CPU and a place. */
  beside(ask, view) {
    const read = this.read({ask: ask.replace(new RegExp(this.data.names.patterns.logged, 'gi'), ' , ')});
    const own = {...view, read, place: filled(this.data, read.asked)};
    return read.cpus.length === 0 || !read.counted || read.choose ? own : this.judged(own);
  }

  /** Returns the card for all CPUs: what the JDK refuses on each of them, or a row for each. */
  anyCpu(place, chips) {
    const {says} = this.data.names;
    const rows = this.listed.map((cpu) => this.card(cpu, place));
    if (rows.every(({verdict}) => verdict === 'refused')) return {...rows[0], cpu: undefined, name: 'Any CPU'};
    return this.open('WHICH CPU?', whatOf(this.data, place) + says.cpus + (place.start < PAGE ? `${says.counted + place.start}.` : ''),
      {rows: rows.map((row) => ({...row, headline: [row.headline.toLowerCase(), ...row.more ?? []].join(', '), state: {...chips, cpu: row.cpu}}))});
  }
}
