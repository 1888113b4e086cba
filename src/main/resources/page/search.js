// SPDX-License-Identifier: Apache-2.0
/** As people type it: lower case, one space between words. */
const spaced = (text) => text.toLowerCase().replace(/[^a-z0-9+.-]+/g, ' ').trim();

/** Without what people leave out or write in another way: zen4 is Zen 4, and neoverse-v1 Neoverse V1. */
const squeezed = (text) => text.toLowerCase().replace(/[^a-z0-9+]+/g, '');

/** Looks for CPUs by a name, a model number, numbers of /proc/cpuinfo or a cloud's type; the longest match wins. */
class Finder {
  constructor(data) {
    this.data = data;
    this.shortestPrefix = 3;
    this.longestName = 6;
    // The name of an unknown one says what it is, and nobody would type it.
    this.names = data.cpus.flatMap((cpu, number) => [...(cpu.unknown ? [] : [cpu.name]), ...cpu.names]
      .map((name) => ({cpu: number, name, text: squeezed(name)})));
    this.words = data.cpus.map((cpu, number) => [cpu.maker.toLowerCase(), ...data.models.filter((model) => model.cpu === number).flatMap((model) => model.words)]);
    const whole = (pattern) => new RegExp(`(?:^| )(${pattern})(?= |$)`, 'i');
    this.models = data.models.map((model) => ({...model, pattern: whole(model.numbers)}));
    this.types = data.types.map((type) => ({...type, pattern: whole(type.names)}));
    this.makers = new Set(data.cpus.map((cpu) => cpu.maker.toLowerCase()).filter(Boolean));
    this.modes = new Map([...Object.keys(data.writes), ...Object.keys(data.reads)].map((mode) => [mode, mode]));
    for (const [mode, ...words] of [['ordered', 'release', 'lazyset', 'stlr', 'putorderedlong', 'putlongrelease', 'setrelease'], ['cas', 'compareandset', 'compare-and-set', 'compareandsetlong', 'cmpxchg'], ['plain', 'mov', 'ldr', 'str'],
      ['getandset', 'xchg', 'swp', 'getandsetlong'], ['getandadd', 'xadd', 'ldadd', 'getandaddlong', 'getandincrement'], ['acquire', 'ldar']]) for (const word of words) this.modes.set(word, mode);
    this.widths = new Map([['short', 2], ['int', 4], ['long', 8], ['xmm', 16], ['ymm', 32], ['zmm', 64]]);
  }

  /** Whether a word is an offset: of a digit alone only behind "at", since CPUs are called Ryzen 9; no part of a name. */
  isOffset(terms, i) {
    const term = terms[i];
    if (!/^(0|[1-9]\d{0,4})$/.test(term)) return false;
    if (['at', 'offset'].includes(terms[i - 1])) return true;
    const length = (some) => Math.max(0, ...this.all(some).map((hit) => hit.length));
    return term.length > 1 && !/^(core|cpu|thread)/.test(terms[i + 1] || '') && length(terms) === length(terms.filter((_, at) => at !== i));
  }

  /** The words of a CPU, and the place that stands beside them: 60 and cas in 8259CL 60 cas. */
  split(input) {
    const all = spaced(input).split(' ').filter(Boolean);
    const modes = all.filter((term) => this.modes.has(term)).map((term) => this.modes.get(term));
    const width = all.map((term) => this.widths.get(term)).find(Boolean);
    const named = all.filter((term) => !this.modes.has(term) && !this.widths.has(term));
    const at = named.findIndex((_, i) => this.isOffset(named, i));
    if (modes.length === 0 && at < 0 && !width) return {terms: all, place: {}};
    const reads = modes.length === 1 && !(modes[0] in this.data.writes);
    const [write, read] = reads ? [undefined, modes[0]] : modes;
    return {terms: named.filter((term, i) => i !== at && !['at', 'offset', 'on', 'with', 'a', 'lock', 'vmovdqu', 'movdqu', 'vmovups'].includes(term)),
      place: {width, write: write in this.data.writes ? write : undefined, read: read === 'getandset' ? 'exchange' : read in this.data.reads ? read : undefined, offset: at < 0 ? undefined : Number(named[at])}};
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
        for (const {cpu, name, text: other} of this.names) {
          if (other !== text && !(begun && other.startsWith(text))) continue;
          hits.push({cpu, matched: name, whole: other === text, length: text.length + this.besides(terms, used, this.words[cpu])});
        }
      }
    }
    return hits;
  }

  /** A brand or maker beside a number decides which of several it is. */
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

  /** Everything that any of the words may mean. */
  all(terms) {
    const text = terms.join(' ');
    return [...this.typed(text), ...this.numbered(text, terms), ...this.named(terms)];
  }

  /** Lines of /proc/cpuinfo, whole or one or two of them; "AMD 25 17"; or the key of a signature. */
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

  /** What the text means: hits, each with the number of a CPU; the longest ones only. */
  find(input) {
    const {terms, place} = this.split(input);
    const signature = this.signature(input);
    if (signature) return {place: {}, terms, signature, hits: this.signed(signature)};
    const exact = this.data.cpus.findIndex((cpu) => cpu.id === input.trim());
    if (exact >= 0) return {place: {}, terms, hits: [{cpu: exact}]};
    if (terms.length === 0) return {place, terms, hits: []};
    const all = this.all(terms);
    const longest = Math.max(0, ...all.map((hit) => hit.length));
    const longestHits = all.filter((hit) => hit.length === longest);
    const vague = (hit) => Boolean(this.data.cpus[hit.cpu].unknown);
    // Alder Lake is a name, and the beginning of Alder Lake-N.
    const named = longestHits.some((hit) => hit.whole && !vague(hit));
    const whole = longestHits.some((hit) => hit.whole);
    const hits = longestHits.filter((hit) => hit.whole !== false || !(named || whole && vague(hit)));
    return {place, terms, hits: this.once([...hits.filter(vague), ...hits.filter((hit) => !vague(hit))])};
  }

  once(hits) {
    const found = new Map();
    for (const hit of hits) if (!found.has(hit.cpu)) found.set(hit.cpu, hit);
    return [...found.values()];
  }
}
