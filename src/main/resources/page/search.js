// SPDX-License-Identifier: Apache-2.0
/** Converts text to lower case with single spaces. */
const spaced = (text) => text.toLowerCase().replace(/[^a-z0-9+.-]+/g, ' ').trim();

/** Removes everything that people omit or spell differently: zen4 is Zen 4, and neoverse-v1 is Neoverse V1. */
const squeezed = (text) => text.toLowerCase().replace(/[^a-z0-9+]+/g, '');

/** Words that the search ignores. */
const FILLERS = new Set(['at', 'offset', 'byte', 'on', 'with', 'a', 'an', 'the', 'and', 'by', 'is', 'does', 'it', 'tear', 'vector', 'lock', 'vmovdqu', 'movdqu', 'vmovups']);
const SIDES = {write: 'write', writes: 'write', writer: 'write', writing: 'write', store: 'write', stores: 'write', written: 'write',
  both: 'both', read: 'read', reads: 'read', reader: 'read', reading: 'read', load: 'read', loads: 'read'};
/** Short forms of names: A72 for Cortex-A72, and znver4, as compilers call Zen 4. */
const SHORT = [[/^Cortex-(?=\w\d\d)/, ''], [/^Zen (?=\d$)/, 'znver']];
const METHOD = /^(get|set|put)(long|int|short)?(plain|volatile|opaque|acquire|release)?$/;
/** Words that occur in many names and do not distinguish them. */
const BRANDS = /^(amd|intel|arm|aws|amazon|azure|google|gcp|epyc|xeon|ryzen|core|threadripper|processor|cpu|apple|ampere|r|tm|[a-z]*series|platinum|gold|silver|bronze|pro|duo|quad|gen|\d+(st|nd|rd|th|-core)|[\d.]+ghz)$/;
/** After these words, a single digit is part of a name, as in Ryzen 9. */
const SERIES = /^(ryzen|pro|ai|threadripper|core|ultra|pentium|phenom|athlon|snapdragon|graviton|power|model|family|zen)$/;

/** Finds CPUs by name, model number, lines of /proc/cpuinfo or instance type. The longest match wins. */
class Finder {
  constructor(data) {
    this.data = data;
    this.shortestPrefix = 3;
    this.longestName = 6;
    // The name of an unknown design is a description, which nobody types.
    this.names = data.cpus.flatMap((cpu, number) => [...(cpu.unknown ? [] : [cpu.name]), ...cpu.names]
      .flatMap((name) => [name, ...SHORT.filter(([long]) => long.test(name)).map(([long, brief]) => name.replace(long, brief))].map((other) => ({cpu: number, name, text: squeezed(other)}))));
    this.words = data.cpus.map((cpu, number) => [cpu.maker.toLowerCase(), ...data.models.filter((model) => model.cpu === number).flatMap((model) => model.words)]);
    const whole = (pattern) => new RegExp(`(?:^| )(${pattern})(?= |$)`, 'i');
    this.models = data.models.map((model) => ({...model, pattern: whole(model.numbers)}));
    this.types = data.types.map((type) => ({...type, pattern: whole(type.names)}));
    this.makers = new Set(data.cpus.map((cpu) => cpu.maker.toLowerCase()).filter(Boolean));
    this.modes = new Map([...Object.keys(data.writes), ...Object.keys(data.reads)].map((mode) => [mode, mode]));
    for (const [mode, ...words] of [['ordered', 'release', 'lazyset', 'stlr', 'putorderedlong', 'putorderedint'], ['plain', 'mov', 'ldr', 'str'], ['acquire', 'ldar'],
      ['cas', 'compareandset', 'compare-and-set', 'compareandsetlong', 'compareandsetint', 'compareandexchange', 'compareandexchangelong', 'cmpxchg'], ['getandset', 'xchg', 'swp', 'getandsetlong'],
      ['getandadd', 'xadd', 'ldadd', 'getandaddlong', 'getandincrement', 'incrementandget']]) for (const word of words) this.modes.set(word, mode);
    this.widths = new Map([['short', 2], ['char', 2], ['int', 4], ['float', 4], ['long', 8], ['double', 8], ['xmm', 16], ['ymm', 32], ['zmm', 64]]);
  }

  /** Returns the mode that a word or Java method names, and the side and width if the method implies them. */
  mode(term) {
    if (this.modes.has(term)) return {mode: this.modes.get(term)};
    const [, verb, type, order] = METHOD.exec(term.split('.').pop()) ?? [];
    return type || order ? {mode: order === 'release' ? 'ordered' : order ?? 'plain', side: verb === 'get' ? 'read' : 'write', width: this.widths.get(type)} : undefined;
  }

  /** Returns the index of the offset: the number after "at", or else the last number that is not part of a name. */
  offset(terms) {
    const length = (some) => Math.max(0, ...this.all(some).map((hit) => hit.length));
    const number = (term) => /^(\d{1,5}|0x[0-9a-f]{1,4})$/.test(term ?? '');
    const told = terms.findIndex((term, i) => number(term) && ['at', 'offset', 'byte'].includes(terms[i - 1]));
    return told >= 0 ? told : terms.findLastIndex((term, i) => number(term) && !(term.length === 1 && SERIES.test(terms[i - 1] ?? ''))
      && !/^(core|cpu|thread)/.test(terms[i + 1] ?? '') && (length(terms) === 0 && Number(term) < 128 || length(terms) === length(terms.filter((_, at) => at !== i))));
  }

  /** Splits "8259CL 60 cas" into the words of a CPU, the place (60, cas), and words that were not understood. */
  split(input) {
    const bytes = [];
    const text = spaced(input).replace(/(^| )(\d+)[ -]?(byte|bit)s?(?= |$)/g, (_, before, number, unit) => { bytes.push(unit === 'bit' ? number / 8 : Number(number)); return before; });
    const place = {width: bytes.find((some) => [2, 4, 8, 16, 32, 64].includes(some))};
    const named = [];
    const modes = [];
    const unknown = bytes.filter((some) => some !== place.width).map((some) => `${some} bytes`);
    let side;
    let before;
    for (const word of text.split(' ').filter(Boolean)) {
      // Accepts options of the command line: --offset 60, -Dwrite=cas.
      const term = word.replace(/^-+d?(?=(offset|write|read)$)/, '');
      const meant = this.mode(term);
      if (meant) {
        modes.push({side, ...meant, term});
        place.width ??= meant.width;
        before ??= 'mode';
        side = undefined;
      } else if (SIDES[term]) {
        before ??= 'side';
        // Both "read plain" and "plain read" are accepted. The first pair decides which order is meant.
        if (before === 'mode' && modes.length > 0) modes.at(-1).side ??= SIDES[term];
        else side = SIDES[term];
      } else if (this.widths.has(term)) place.width ??= this.widths.get(term);
      else if (/^-\d/.test(term)) unknown.push(term);
      else named.push(term);
    }
    const put = ({mode, side: wanted, term}) => {
      const read = mode === 'getandset' ? 'exchange' : mode;
      if (wanted === 'both' && mode in this.data.writes && read in this.data.reads) [place.write, place.read] = [mode, read];
      else if (wanted !== 'read' && !place.write && mode in this.data.writes) place.write = mode;
      else if (wanted !== 'write' && !place.read && read in this.data.reads) place.read = read;
      else unknown.push(term);
    };
    modes.filter((one) => one.side).forEach(put);
    modes.filter((one) => !one.side).forEach(put);
    const at = this.offset(named);
    if (at >= 0) place.offset = Number(named[at]);
    const placed = at >= 0 || modes.length > 0 || place.width !== undefined;
    return {terms: named.filter((term, i) => i !== at && !(placed && FILLERS.has(term))), place, unknown};
  }

  /** Returns the total length of other words that confirm a hit, such as Intel in Intel Skylake. */
  besides(terms, used, words) {
    return terms.filter((term) => !used.includes(term) && words.includes(term)).reduce((sum, term) => sum + term.length, 0);
  }

  named(terms) {
    const hits = [];
    for (let from = 0; from < terms.length; from++) {
      for (let to = from + 1; to <= Math.min(terms.length, from + this.longestName); to++) {
        const used = terms.slice(from, to);
        const text = squeezed(used.join(''));
        // The last word may be incomplete.
        const begun = to === terms.length && text.length >= this.shortestPrefix;
        for (const {cpu, name, text: other} of this.names) {
          if (other !== text && !(begun && other.startsWith(text))) continue;
          hits.push({cpu, matched: name, whole: other === text, length: text.length + this.besides(terms, used, this.words[cpu])});
        }
      }
    }
    return hits;
  }

  /** Finds model numbers. A brand or maker decides between equal numbers. */
  numbered(text, terms) {
    const maker = (model) => this.data.cpus[model.cpu].maker.toLowerCase() || (model.brand === 'Core' ? 'intel' : '');
    const brands = new Set(this.models.filter((model) => terms.some((term) => model.words.includes(term))).map((model) => model.brand));
    const makers = terms.filter((term) => this.makers.has(term));
    return this.models.map((model) => ({model, match: model.pattern.exec(text)}))
      .filter(({model, match}) => match && (brands.size === 0 || brands.has(model.brand)) && (makers.length === 0 || makers.includes(maker(model))))
      .map(({model, match}) => ({cpu: model.cpu, number: match[1].toUpperCase(), cpuinfo: model.cpuinfo,
        length: squeezed(match[1]).length + this.besides(terms, match[1].split(' '), [...model.words, maker(model)])}));
  }

  typed(text) {
    return this.types.map((type) => ({type, match: type.pattern.exec(text)})).filter(({match}) => match)
      .flatMap(({type, match}) => type.cpus.map(([cpu, cpuinfo]) => ({cpu, cpuinfo, type: type.provider, typed: match[1], length: squeezed(match[1]).length})));
  }

  /** Returns all hits for any of the words. */
  all(terms) {
    const text = terms.join(' ');
    return [...this.typed(text), ...this.numbered(text, terms), ...this.named(terms)];
  }

  /** Parses lines of /proc/cpuinfo, text such as "AMD 25 17", or the key of a signature. */
  signature(input) {
    const value = (name) => (new RegExp(`${name}\\s*:\\s*(0x[0-9a-f]+|\\d+)`, 'i').exec(input) || [])[1];
    const key = /^(genuineintel|authenticamd)-([0-9a-f]+)-([0-9a-f]+)(?:-([0-9a-f]+))?$/i.exec(input.trim());
    const arm = /^arm-[0-9a-f]+-([0-9a-f]+)-/i.exec(input.trim());
    const short = /^\s*(intel|amd)\s+(\d+)\s+(\d+)(?:\s+(\d+))?\s*$/i.exec(input);
    const part = arm ? `0x${arm[1].padStart(3, '0')}` : value('CPU part');
    if (part) return {part: `CPU part : ${part.toLowerCase()}`};
    const hex = (digits) => digits === undefined ? undefined : parseInt(digits, 16);
    const [family, model, stepping] = key ? [hex(key[2]), hex(key[3]), hex(key[4])] : short ? [Number(short[2]), Number(short[3]), short[4] && Number(short[4])]
      : [value('cpu family'), value('model'), value('stepping')].map((one) => one === undefined ? undefined : Number(one));
    if (family === undefined || model === undefined || Number.isNaN(model)) return undefined;
    const maker = /genuineintel|intel/i.test(input) ? 'Intel' : /authenticamd|amd/i.test(input) ? 'AMD' : '';
    const two = (number) => number.toString(16).padStart(2, '0');
    return {lines: `cpu family : ${family}, model : ${model}`, stepping, maker,
      measured: `-${two(family)}-${two(model)}-${stepping === undefined ? '' : two(Number(stepping))}`};
  }

  signed({part, lines, stepping, maker, measured}) {
    const same = (cpuinfo) => part ? cpuinfo === part : cpuinfo === lines
      || cpuinfo.startsWith(`${lines}, stepping`) && (stepping === undefined || cpuinfo.endsWith(` ${stepping}`));
    const all = [...this.data.models, ...this.data.cpus.map((cpu, number) => ({cpu: number, cpuinfo: cpu.cpuinfo}))]
      .filter((one) => one.cpuinfo && same(one.cpuinfo) && (!maker || this.data.cpus[one.cpu].maker === maker));
    const keys = this.data.cpus.map((cpu, number) => ({cpu: number})).filter(({cpu}) => measured && this.data.cpus[cpu].names.some((name) => name.includes(measured)));
    return this.once([...all, ...keys].map(({cpu}) => ({cpu})));
  }

  /** Returns the longest hits, the place, and the words that were not understood. Each hit has the index of a CPU. */
  find(input) {
    // In the page's own format, the CPU comes before the first dot.
    const [cpu, ...rest] = input.split('·');
    const {terms, place, unknown} = rest.length > 0 ? this.apart(cpu, rest.join(' ')) : this.split(input);
    const signature = this.signature(cpu);
    if (signature) return {place: rest.length > 0 ? place : {}, terms, unknown: [], signature, hits: this.signed(signature)};
    const exact = this.data.cpus.findIndex((one) => one.id === cpu.trim());
    if (exact >= 0) return {place: rest.length > 0 ? place : {}, terms, unknown: [], hits: [{cpu: exact}]};
    if (terms.length === 0) return {place, terms, unknown, hits: []};
    const all = this.all(terms);
    const longest = Math.max(0, ...all.map((hit) => hit.length));
    const longestHits = all.filter((hit) => hit.length === longest);
    const vague = (hit) => Boolean(this.data.cpus[hit.cpu].unknown);
    // Alder Lake is both a complete name and a prefix of Alder Lake-N.
    const named = longestHits.some((hit) => hit.whole && !vague(hit));
    const whole = longestHits.some((hit) => hit.whole);
    const hits = longestHits.filter((hit) => hit.whole !== false || !(named || whole && vague(hit)));
    // A word that does not lengthen the match is not part of a name.
    const beside = longest === 0 ? [] : terms.filter((term, i) => !FILLERS.has(term) && !BRANDS.test(term)
      && !(/^\d$/.test(term) && SERIES.test(terms[i - 1] ?? '') && terms[i - 1] !== 'zen') && Math.max(0, ...this.all(terms.filter((_, at) => at !== i)).map((hit) => hit.length)) === longest);
    return {place, terms: terms.filter((term) => !beside.includes(term)), unknown: [...beside, ...unknown],
      hits: this.once([...hits.filter(vague), ...hits.filter((hit) => !vague(hit))])};
  }

  /** Splits the text of a CPU and the text of a place. */
  apart(cpu, rest) {
    const first = this.split(cpu);
    const place = this.split(rest);
    return {terms: first.terms, place: {...first.place, ...Object.fromEntries(Object.entries(place.place).filter(([, value]) => value !== undefined))},
      unknown: [...first.unknown, ...place.unknown, ...place.terms.filter((term) => !FILLERS.has(term))]};
  }

  once(hits) {
    const found = new Map();
    for (const hit of hits) if (!found.has(hit.cpu)) found.set(hit.cpu, hit);
    return [...found.values()];
  }
}
