// SPDX-License-Identifier: Apache-2.0
/** Finds CPUs by name, model number, instance type or lines of /proc/cpuinfo. */
class Finder {
  constructor(data) {
    this.data = data;
    this.series = new Set(data.names.series);
    this.digits = new Set(data.names.numbered);
    this.names = new Map();
    // AMD 25 17, family 25 model 17 (or 19h and 11h), 06_8FH, and the part or MIDR of an Arm CPU.
    this.ids = new RegExp(data.names.ids, 'g');
    data.cpus.forEach((cpu, number) => {
      // The name of an unknown design is a description, which nobody types.
      for (const name of [cpu.id, ...(cpu.unknown ? [] : [cpu.name]), ...cpu.names]) {
        for (const other of [name, ...data.names.short.map(([long, brief]) => name.replace(new RegExp(long), brief))]) {
          const text = squeezed(other);
          this.names.set(text, [...this.names.get(text) ?? [], {cpu: number, matched: name === cpu.id ? undefined : name}]);
        }
      }
    });
    // Ambiguous numbers lead to the unknown design that is named after the brand.
    const at = (name) => data.cpus.findIndex((cpu) => cpu.name === name || cpu.unknown && cpu.names.includes(name));
    this.models = data.models.flatMap(({brand, words, series}) => series.map(({numbers, design, cpuinfo = ''}) => ({words, cpu: at(design ?? brand), cpuinfo, pattern: whole(numbers)})));
    this.types = data.types.flatMap(({provider, form, types}) => types.map(({names, cpus}) => ({provider, cpus, pattern: whole(form.replace('NAMES', names))})));
  }

  /** Returns every part of the text that can be a CPU: where it is, and which CPUs it can mean. */
  parts(text, typed) {
    const parts = new Map();
    const put = (from, words, hit) => {
      const key = `${from} ${words.length}`;
      const part = parts.get(key) ?? {from, to: from + words.length, words, hits: []};
      if (!part.hits.some(({cpu}) => cpu === hit.cpu)) part.hits.push(hit);
      parts.set(key, part);
    };
    this.typed(text, put);
    this.coded(text, put);
    this.numbered(text, put);
    this.named(text, typed, put);
    return this.told([...parts.values()], text);
  }

  typed(text, put) {
    for (const {provider, pattern, cpus} of this.types) {
      for (const {index, 0: words} of text.matchAll(pattern)) for (const {cpu, cpuinfo} of this.installed(cpus)) put(index, words, {cpu, cpuinfo, type: provider, typed: words});
    }
  }

  /** Returns the CPUs of an instance type, which are given as people write them. */
  installed(names) {
    return names.flatMap((name) => {
      const text = spaced(name, this.data.names);
      return this.chosen(this.parts(text, name), text).cpus.map(({cpu, cpuinfo}) => ({cpu, cpuinfo: cpuinfo ?? this.data.cpus[cpu].cpuinfo}));
    }).filter((one, i, all) => all.findIndex(({cpu, cpuinfo}) => cpu === one.cpu && cpuinfo === one.cpuinfo) === i);
  }

  coded(text, put) {
    for (const {index, 0: words, groups: {family, model, stepping, key, f, m, part}} of text.matchAll(this.ids)) {
      const [familyId, modelId] = f ? [parseInt(f, 16), parseInt(m, 16)] : [family, model].map((id) => (/h$/.test(id) ? parseInt(id, 16) : Number(id)));
      const maker = /intel|amd/.exec(f ? 'intel' : words)?.[0] ?? '';
      const input = key ?? (part ? `CPU part : 0x${part}` : `${maker} cpu family : ${familyId}, model : ${modelId}${stepping ? `, stepping : ${stepping}` : ''}`);
      for (const {cpu} of this.signed(this.signature(input))) put(index, words, {cpu});
    }
  }

  numbered(text, put) {
    for (const model of this.models) {
      for (const {index, 0: words} of text.matchAll(model.pattern)) {
        const told = model.words.some((word) => whole(word).test(text));
        put(index, words, {cpu: model.cpu, number: words.toUpperCase(), cpuinfo: model.cpuinfo, bare: !told && /^\d+$/.test(words), told});
      }
    }
  }

  named(text, typed, put) {
    const tokens = [...text.matchAll(/[^ ]+/g)];
    tokens.forEach(({index: from}, first) => {
      for (const {index, 0: last} of tokens.slice(first, first + LONGEST_NAME)) {
        // A comma or an operator ends a name.
        if (!/[a-z0-9]/.test(last)) break;
        const words = text.slice(from, index + last.length);
        for (const {cpu, matched} of this.names.get(squeezed(words)) ?? []) {
          if (!this.data.names.everyday.includes(matched) || new RegExp(`\\b${matched}\\b`).test(typed)) put(from, words, {cpu, matched});
        }
      }
    });
  }

  /** Whether both CPUs can be of one family, so that one name only confirms the other. */
  related(one, other) {
    return this.data.cpus[one].families.some((family) => this.data.cpus[other].families.includes(family));
  }

  vague(part) {
    return part.hits.every(({cpu, type}) => this.data.cpus[cpu].unknown && !type);
  }

  /** Keeps the CPUs that a brand or maker beside them confirms, if any is confirmed. */
  told(parts, text) {
    const makers = parts.filter((part) => this.vague(part) && part.hits.length === 1).map(({hits: [{cpu}]}) => cpu);
    for (const part of parts) {
      for (const confirmed of [({told}) => told, ({cpu}) => whole(this.data.cpus[cpu].maker.toLowerCase() || '-').test(text),
        ({cpu}) => makers.some((maker) => maker !== cpu && this.related(maker, cpu)), ({cpu}) => !this.data.cpus[cpu].unknown]) {
        const kept = part.hits.filter(confirmed);
        if (kept.length > 0) part.hits = kept;
      }
    }
    return parts;
  }

  /**
   * Returns what the parts of a text stand for, given in its order. A maker or brand beside a CPU of its own only
   * confirms it. A name that the words beside it contradict, such as Zen in Zen 6, is a stranger.
   */
  chosen(parts, text) {
    const bare = (part) => part.hits.every((hit) => hit.bare);
    const before = ({from}) => /[^ ]+(?= $)/.exec(text.slice(Math.max(0, from - 40), from))?.[0] ?? ',';
    const free = parts.filter((part) => bare(part) && (parts.length > 1 || this.data.names.patterns.placed.test(before(part))));
    const named = parts.filter((part) => !free.includes(part));
    const specific = named.filter((part) => !this.vague(part));
    const alike = (part, others) => others.some((other) => other !== part && other.hits.some(({cpu}) => part.hits.some((hit) => this.related(hit.cpu, cpu))));
    const unsure = new Set();
    const taken = [];
    for (const part of named) {
      const next = parts[parts.indexOf(part) + 1];
      const digit = /^ \d(?= |$)/.exec(text.slice(part.to, part.to + 3))?.[0];
      const last = part.words.split(' ').at(-1);
      const maker = this.vague(part) && !alike(part, specific);
      if (digit && this.series.has(last) && !this.digits.has(last)) unsure.add(Object.assign(part, {words: part.words + digit}));
      else if (bare(part) && !this.data.names.patterns.lead.test(before(part))) unsure.add(Object.assign(part, {words: `${before(part)} ${part.words}`}));
      else if (maker && next && specific.includes(next) && next.from - part.to <= 1) unsure.add(Object.assign(next, {words: `${part.words} ${next.words}`}));
      if (!this.vague(part) || maker && !taken.some((one) => one.hits.some(({cpu}) => part.hits.some((hit) => hit.cpu === cpu)))) taken.push(part);
    }
    const narrower = (part, other) => other.hits.length < part.hits.length && other.hits.every(({cpu}) => part.hits.some((hit) => hit.cpu === cpu));
    const sure = taken.filter((part) => !unsure.has(part) && !taken.some((other) => other !== part && narrower(part, other)));
    const cpus = sure.flatMap(({hits}) => hits).filter(({cpu}, i, all) => all.findIndex((hit) => hit.cpu === cpu) === i);
    const words = named.filter((part) => !unsure.has(part)).map(({words, hits}) => hits.find(({matched}) => this.data.names.everyday.includes(matched))?.matched ?? words);
    return {cpus, named: sure.length, words: [...new Set(words)], unsure, free: new Set(free), strangers: [...unsure].map(({words}) => words)};
  }

  /** Parses lines of /proc/cpuinfo, text such as "AMD 25 17", or the key of a signature. */
  signature(input) {
    const value = (name) => (new RegExp(`${name}\\s*:\\s*(0x[0-9a-f]+|\\d+)`, 'i').exec(input) || [])[1];
    const key = this.data.names.patterns.key.exec(input.trim());
    const arm = /^arm-[0-9a-f]+-([0-9a-f]+)-/i.exec(input.trim());
    const part = arm ? `0x${arm[1].padStart(3, '0')}` : value('CPU part');
    if (part) return {part: `CPU part : ${part.toLowerCase()}`};
    const hex = (digits) => digits === undefined ? undefined : parseInt(digits, 16);
    const [family, model, stepping] = key ? key.slice(2).map(hex)
      : [value('cpu family'), value('model'), value('stepping')].map((one) => one === undefined ? undefined : Number(one));
    if (family === undefined || model === undefined) return undefined;
    const maker = /intel/i.test(input) ? 'Intel' : /amd/i.test(input) ? 'AMD' : '';
    const two = (number) => number.toString(16).padStart(2, '0');
    const vendor = {Intel: 'genuineintel', AMD: 'authenticamd'}[maker] ?? '';
    return {lines: `cpu family : ${family}, model : ${model}`, stepping, maker,
      measured: `${vendor}-${two(family)}-${two(model)}-${stepping === undefined ? '' : two(stepping)}`};
  }

  /** Returns the text of a signature that is found again. */
  signatureText({part, maker, lines, stepping}) {
    return (part ?? `${maker} ${lines}${stepping === undefined ? '' : `, stepping : ${stepping}`}`).trim();
  }

  signed({part, lines, stepping, maker, measured}) {
    const same = (cpuinfo) => part ? cpuinfo === part : cpuinfo === lines
      || cpuinfo.startsWith(`${lines}, stepping`) && (stepping === undefined || cpuinfo.endsWith(` ${stepping}`));
    const keys = this.data.cpus.map((cpu, number) => ({cpu: number})).filter(({cpu}) => measured && this.data.cpus[cpu].names.some((name) => name.includes(measured)));
    const all = [...this.models, ...this.data.cpus.map((cpu, number) => ({cpu: number, cpuinfo: cpu.cpuinfo}))]
      .filter((one) => one.cpuinfo && same(one.cpuinfo) && (!maker || this.data.cpus[one.cpu].maker === maker));
    return [...new Set([...keys, ...all].map(({cpu}) => cpu))].map((cpu) => ({cpu}));
  }
}
