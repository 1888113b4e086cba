// SPDX-License-Identifier: Apache-2.0
/** As people type it: lower case, one space between words. */
const spaced = (text) => text.toLowerCase().replace(/[^a-z0-9+.-]+/g, ' ').trim();

/** Without what people leave out or write in another way: zen4 is Zen 4, and neoverse-v1 Neoverse V1. */
const squeezed = (text) => text.toLowerCase().replace(/[^a-z0-9+]+/g, '');

/** Looks for CPUs by a name, a model number or a cloud's instance type; of all that match the longest wins. */
class Finder {
  constructor(published) {
    this.published = published;
    this.shortestPrefix = 3;
    this.longestName = 6;
    // The name of an unknown one says what it is, and nobody would type it.
    this.names = page.known.flatMap((known, number) => [...(known.unknown ? [] : [known.name]), ...known.names].map((name) => ({number, name, text: squeezed(name)})));
    this.words = page.known.map((known, number) => [known.maker.toLowerCase(), ...page.models.filter((model) => model.known === number).flatMap((model) => model.words)]);
    const whole = (pattern) => new RegExp(`(?:^| )(${pattern})(?= |$)`, 'i');
    this.models = page.models.map((model) => ({...model, pattern: whole(model.numbers)}));
    this.types = page.types.map((type) => ({...type, pattern: whole(type.names)}));
    this.makers = new Set(page.known.map((known) => known.maker.toLowerCase()).filter(Boolean));
    this.texts = published.map((cpu) => spaced(`${cpu.name} ${cpu.design} ${cpu.id}`));
    this.offsets = new Set(page.places.flatMap((one) => page.maps[one.maps[8]].flatMap((group) => group.offsets)));
    this.modes = new Map([...page.chosenWrites, ...page.chosenReads].map((mode) => [mode, mode]));
    for (const [word, mode] of [['release', 'ordered'], ['compareandset', 'cas'], ['compare-and-set', 'cas']]) this.modes.set(word, mode);
  }

  /** Whether a word is an offset: of a digit alone only behind "at", since CPUs are called Ryzen 9; no part of a name. */
  isOffset(terms, i) {
    const term = terms[i];
    if (!/^(0|[1-9]\d*)$/.test(term) || !this.offsets.has(Number(term))) return false;
    if (['at', 'offset'].includes(terms[i - 1])) return true;
    const length = (some) => Math.max(0, ...this.all(some).map((hit) => hit.length));
    return term.length > 1 && !/^(core|cpu|thread)/.test(terms[i + 1] || '') && length(terms) === length(terms.filter((_, at) => at !== i));
  }

  /** The words of a CPU, and the place that stands beside them: 60 and cas in 8259CL 60 cas. */
  split(input) {
    const all = spaced(input).split(' ').filter(Boolean);
    const modes = all.filter((term) => this.modes.has(term)).map((term) => this.modes.get(term));
    const named = all.filter((term) => !this.modes.has(term));
    const at = named.findIndex((_, i) => this.isOffset(named, i));
    if (modes.length === 0 && at < 0) return {terms: all};
    const reads = modes.length === 1 && !page.chosenWrites.includes(modes[0]);
    const [write, read] = reads ? [undefined, modes[0]] : modes;
    return {terms: named.filter((term, i) => i !== at && !['at', 'offset', 'on', 'with'].includes(term)),
      place: {write: page.chosenWrites.includes(write) ? write : undefined, read: page.chosenReads.includes(read) ? read : undefined,
        offset: at < 0 ? undefined : Number(named[at])}};
  }

  /** How much longer a hit is for words beside it that say the same: Intel in Intel Skylake. */
  besides(terms, used, words) {
    return terms.filter((term) => !used.includes(term) && words.includes(term)).reduce((sum, term) => sum + term.length, 0);
  }

  named(terms) {
    const hits = [];
    for (let from = 0; from < terms.length; from++) {
      for (let to = from + 1; to <= Math.min(terms.length, from + this.longestName); to++) {
        const used = terms.slice(from, to);
        const text = squeezed(used.join(''));
        // The last word may not be at its end yet.
        const begun = to === terms.length && text.length >= this.shortestPrefix;
        for (const {number, name, text: other} of this.names) {
          if (other !== text && !(begun && other.startsWith(text))) continue;
          hits.push({known: number, matched: name, whole: other === text, length: text.length + this.besides(terms, used, this.words[number])});
        }
      }
    }
    return hits;
  }

  /** A brand or maker beside a number decides which of several it is. */
  numbered(text, terms) {
    const maker = (model) => page.known[model.known].maker.toLowerCase() || (model.brand === 'Core' ? 'intel' : '');
    const brands = new Set(this.models.filter((model) => terms.some((term) => model.words.includes(term))).map((model) => model.brand));
    const makers = terms.filter((term) => this.makers.has(term));
    return this.models.map((model) => ({model, match: model.pattern.exec(text)}))
      .filter(({model, match}) => match && (brands.size === 0 || brands.has(model.brand)) && (makers.length === 0 || makers.includes(maker(model))))
      .map(({model, match}) => ({known: model.known, number: match[1].toUpperCase(), brand: model.brand, cpuinfo: model.cpuinfo,
        length: squeezed(match[1]).length + this.besides(terms, match[1].split(' '), [...model.words, maker(model)])}));
  }

  typed(text) {
    return this.types.map((type) => ({type, match: type.pattern.exec(text)})).filter(({match}) => match)
      .flatMap(({type, match}) => type.cpus.map(([known, cpuinfo]) => ({known, cpuinfo, type, typed: match[1], length: squeezed(match[1]).length})));
  }

  /** A word is looked for at the beginning of words, and a number whole. */
  measured(terms) {
    const holds = (text, term) => new RegExp(`(?:^|[^a-z0-9])${term.replace(/[.+]/g, '\\$&')}${/\d$/.test(term) ? '(?:\\D|$)' : ''}`).test(text);
    return this.published.filter((cpu, i) => terms.every((term) => holds(this.texts[i], term)))
      .map((cpu) => ({cpu, length: squeezed(terms.join('')).length}));
  }

  /** Everything that any of the words may mean. */
  all(terms) {
    const text = terms.join(' ');
    return [...this.measured(terms), ...this.typed(text), ...this.numbered(text, terms), ...this.named(terms)];
  }

  /**
   * What the text means: hits, each with the number of a known design or a measured CPU; the longest ones only, and
   * those alone that know the design if there is one.
   */
  find(input) {
    const {terms, place} = this.split(input);
    const text = terms.join(' ');
    if (terms.length === 0) return {text, terms, place, hits: []};
    const all = this.all(terms);
    const longest = Math.max(0, ...all.map((hit) => hit.length));
    const longestHits = all.filter((hit) => hit.length === longest);
    // Alder Lake is a name, and the beginning of Alder Lake-N.
    const named = longestHits.some((hit) => hit.whole && !page.known[hit.known].unknown);
    const hits = longestHits.filter((hit) => hit.whole !== false || !named);
    const vague = (hit) => !hit.cpu && page.known[hit.known].unknown;
    const exact = hits.filter((hit) => !vague(hit));
    // A model number that is not known: the words beside it tell the maker at most.
    const strange = hits.length > 0 && hits.every(vague) ? terms.find((term) => /\d/.test(term) && !hits.some((hit) => squeezed(hit.matched || hit.number || '').includes(squeezed(term)))) : undefined;
    return {text, terms, place, strange, hits: this.once([...exact.filter((hit) => hit.cpu), ...hits.filter(vague), ...exact.filter((hit) => !hit.cpu)])};
  }

  /** Each CPU once; a design that somebody measured is the CPU on which it was. */
  once(hits) {
    const found = new Map();
    for (const hit of hits) {
      const same = hit.cpu ? [] : this.published.filter((cpu) => cpu.known === hit.known && !cpu.emulated);
      const targets = hit.cpu ? [hit] : same.length > 0 ? same.map((cpu) => ({...hit, cpu, through: true})) : [hit];
      for (const target of targets) {
        const key = target.cpu ? target.cpu.id : `${target.known}`;
        if (!found.has(key)) found.set(key, target);
      }
    }
    return [...found.values()];
  }

  /** What is left to say of a name that nobody knows. */
  any() {
    return ['x86-64-cpu-of-intel-or-amd', 'arm-cpu-of-unknown-design'].map((id) => ({known: page.known.findIndex((one) => one.id === id), length: 0}));
  }

  /** The CPU that an address names: a measured one, a design, the key of a signature, or whatever the search finds. */
  resolve(id) {
    const measured = this.published.find((cpu) => cpu.id === id);
    if (measured) return {cpu: measured};
    const known = page.known.findIndex((one) => one.id === id);
    if (known >= 0) return this.once([{known}])[0];
    const x86 = /^(genuineintel|authenticamd)-([0-9a-f]+)-([0-9a-f]+)(?:-([0-9a-f]+))?$/.exec(id);
    const arm = /^arm-[0-9a-f]+-([0-9a-f]+)-/.exec(id);
    const lines = x86 ? `cpu family : ${parseInt(x86[2], 16)}, model : ${parseInt(x86[3], 16)}` : arm ? `CPU part : 0x${arm[1]}` : undefined;
    const stepped = x86 && x86[4] ? `${lines}, stepping : ${parseInt(x86[4], 16)}` : lines;
    const maker = x86 && {genuineintel: 'Intel', authenticamd: 'AMD'}[x86[1]];
    const model = lines && [...page.models, ...page.known.map((one, number) => ({...one, known: number}))].find((one) =>
      [lines, stepped].includes(one.cpuinfo) && (!maker || page.known[one.known].maker === maker));
    if (model) return this.once([{known: model.known, named: id}])[0];
    return this.find(id).hits[0];
  }
}
