// SPDX-License-Identifier: Apache-2.0
const LAST_OFFSET = 65535;
const WIDTHS = [2, 4, 8, 16, 32, 64];
const METHOD = /^(get|set|put|read|write|add)(long|int|short|char|double|float|byte)?(unaligned)?(plain|volatile|opaque|acquire|release|ordered)?$/;
/** APIs of which the query names only the kind. */
const CHOICES = {memorysegment: ['segment', 'segment-unaligned', 'heap-segment'], buffer: ['bytebuffer', 'unsafe']};
const COUNTS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
/** The number of bytes in text such as 64-byte, 128-bit or 4 KB. */
const bytesOf = ({number, unit = ''}) => Number(number) * (unit[0] === 'k' ? 1024 : 1) / (unit === 'bit' || unit === '' && number > 64 ? 8 : 1);
/** Matches a whole word. */
const only = (pattern) => new RegExp(`^(?:${pattern})$`);

/** Understands a query. Every word is used, or a filler, or named as unknown. */
class Reader {
  constructor(finder, data, topics) {
    this.finder = finder;
    this.data = data;
    this.topics = topics;
    this.words = data.words;
    this.fillers = new Set(this.words.fillers.split(' '));
    this.modesOf = Object.entries(this.words.modes).map(([mode, pattern]) => [mode, only(pattern)]);
    // A single digit after a series is part of a name, as in Ryzen 9 or Zen 6; a number beside a counted thing is no offset.
    for (const name of ['series', 'numbered', 'counted', 'countedAfter', 'countedBefore']) this[name] = only(this.words[name]);
  }

  /** Returns the CPUs, the place, the topics, and what was not understood. */
  read(typed) {
    const [head, ...rest] = typed.split('·');
    const signature = this.finder.signature(head);
    // What follows the last line of /proc/cpuinfo may be a place.
    const tail = /^(?:arm-\S+|.*(?:family|model|stepping|part|revision|microcode)\s*:\s*\S+)([^:]*)$/i.exec(head)?.[1];
    const text = spaced(signature ? [tail, ...rest].filter(Boolean).join(' , ') : typed, this.words.translations);
    const kept = this.chosen([...this.finder.parts(text, typed), ...this.layouts(text), ...this.listed(text), ...this.topicParts(text)]);
    const read = {text: typed.trim(), cpus: [], place: {}, topics: [], unknown: [], reasons: [], signature};
    if (signature) this.signed(signature, read);
    this.cpus(kept, text, read);
    this.fill(kept, read);
    this.modes(kept, read);
    this.left(kept, text, read);
    return read;
  }

  /** Keeps the longest parts that do not overlap, in the order of the text. */
  chosen(parts) {
    const rank = ['topic', 'place', 'cpu', 'api', 'width', 'mode', 'side', 'filler'];
    const letters = ({words}) => words.replace(/[^a-z0-9]/g, '').length;
    const cpus = parts.filter(({kind}) => kind === 'cpu');
    // In Zen 4 bytes, the number is part of the name.
    const free = parts.filter(({number, from}) => number === undefined || !cpus.some((cpu) => cpu.from < from && from < cpu.to));
    const kept = [];
    for (const part of free.sort((a, b) => letters(b) - letters(a) || rank.indexOf(a.kind) - rank.indexOf(b.kind))) {
      if (kept.every(({from, to}) => part.to <= from || part.from >= to)) kept.push(part);
    }
    return kept.sort((a, b) => a.from - b.from);
  }

  matches(text, pattern, part) {
    return [...text.matchAll(whole(pattern))].map((match) => ({from: match.index, to: match.index + match[0].length, words: match[0], ...part(match)}));
  }

  /** Returns the place of the last value of a packed layout, such as "an int, then a long, packed". */
  layouts(text) {
    const packed = this.matches(text, this.words.packed, () => ({kind: 'filler'}));
    if (packed.length === 0) return [];
    const {item, header} = this.words;
    const items = `${item}(?:(?: (?:,|then|and|plus|[+]|before|followed|by))+ ${item})+`;
    return [...packed, ...this.matches(text, header, ({1: bytes}) => ({kind: 'place', header: Number(bytes)})), ...this.matches(text, items, ({0: words}) => {
      const values = [...`${words} ,`.matchAll(whole(item))];
      const sizes = values.map(({1: count = 'one', 2: type}) => [Number(count) || Math.max(1, COUNTS.indexOf(count)), this.words.widths[type]]);
      const [[count, width]] = sizes.splice(-1);
      // The last of more than two values is meant if it is the largest.
      const meant = sizes.length === 1 || sizes.every(([, size]) => size < width);
      return {kind: 'place', layout: sizes.reduce((sum, [many, size]) => sum + many * size, 0), field: values.at(-1)[3], size: meant ? count * width : 0};
    })];
  }

  /** Returns what the patterns of the list, types, APIs and single words mean. */
  listed(text) {
    const said = (groups = {}) => Object.fromEntries(Object.entries(groups).filter(([, words]) => words !== undefined));
    const part = ({kind, pattern, ...fixed}) => this.matches(text, pattern, ({groups}) => ({kind, ...fixed, ...said(groups)}));
    return [...this.words.parts.flatMap(part),
      ...this.matches(text, Object.keys(this.words.widths).join('|'), ({0: word}) => ({kind: 'width', width: this.words.widths[word], type: word.replace(/s$/, '')})),
      ...Object.entries(this.words.apis).flatMap(([api, pattern]) => this.matches(text, `(?:${pattern})(?: (?:(get|read)|(set|put|write)))?`, (match) => this.api(api, match))),
      ...this.matches(text, '[^ ]+', ({0: word}) => this.word(word))].filter(({kind}) => kind);
  }

  /** An API, perhaps with a plain method such as get. */
  api(api, {0: words, 1: get, 2: set}) {
    const type = /java (\w+)/.exec(words)?.[1];
    return get || set ? {kind: 'mode', mode: 'plain', api, type, width: this.words.widths[type], side: get ? 'read' : 'write'} : {kind: 'api', api, type};
  }

  /** Returns what a single word means: a side, a mode, or a method, perhaps with its class. */
  word(word) {
    if (Object.hasOwn(this.words.sides, word)) return {kind: 'side', side: this.words.sides[word]};
    const parts = word.split('.');
    const last = parts.pop();
    if (/^(addressoffset|order|duplicate)$/.test(last) && !/buffer/.test(parts) || /^(global|ofauto|ofconfined|ofshared|allocate\w*)$/.test(last) && /^(arena)?$/.test(parts[0])) return {kind: 'filler'};
    if (/^(from|into)(memorysegment|array|bytearray|bytebuffer)$/.test(last)) return {kind: 'api', api: 'vector'};
    const modes = [...Object.keys(this.data.writes), ...Object.keys(this.data.reads)];
    const mode = modes.find((one) => one === last) ?? this.modesOf.find(([, pattern]) => pattern.test(last))?.[0];
    const type = /(long|int|short|char|double|float|byte)(?=(ordered|plain|volatile|opaque|acquire|release)?$)/.exec(last)?.[1];
    const [, verb, , unaligned, order] = METHOD.exec(last) ?? [];
    const api = this.apiOf(parts.at(-1) ?? '', last, type, mode ?? order);
    if (mode) return {kind: 'mode', mode, api, type, width: last.length > 6 ? this.words.widths[type] : undefined, side: /^(put|set|add|lazyset|stlr)/.test(last) ? 'write' : /^(ldar|ldapr)/.test(last) ? 'read' : undefined};
    if (api && /^(order|wrap|allocate|allocatedirect|slice|duplicate|map|ofarray|ofbuffer)$/.test(last)) return {kind: 'api', api};
    if (!verb || !(type || order || unaligned || api || parts[0] === '')) return {};
    return {kind: 'mode', mode: order === 'release' ? 'ordered' : order ?? 'plain', api, type, width: this.words.widths[type], side: /get|read/.test(verb) ? 'read' : 'write'};
  }

  /** Returns the API of a method by its class or variable, or else by what only one API has. */
  apiOf(owner, method, type, order) {
    const owned = (patterns) => Object.keys(patterns).find((id) => whole(patterns[id]).test(owner));
    const api = owned(this.words.apis) ?? owned(this.words.owners);
    // A ByteBuffer has plain methods only.
    if (api === 'buffer' && order) return 'unsafe';
    if (api || !owner || !/^(get|set|put|compare|weak|read|write)/.test(method)) return api;
    // With an order and without a type, it is a method of a VarHandle; both a ByteBuffer and Agrona have the plain ones.
    if (order) return type || /ordered/.test(method) ? undefined : 'buffer-view';
    return type ? 'buffer' : undefined;
  }

  topicParts(text) {
    return this.topics.flatMap((topic) => this.matches(text, topic.words, () => ({kind: 'topic', topic})));
  }

  signed(signature, read) {
    read.cpus = this.finder.signed(signature);
    read.q = this.finder.signatureText(signature);
    if (read.cpus.length === 0) read.unknown.push(read.q);
  }

  /** Takes the CPUs. A maker or brand beside a CPU of its own only confirms it. */
  cpus(kept, text, read) {
    const parts = kept.filter(({kind}) => kind === 'cpu');
    const named = parts.filter((part) => !part.hits.every(({bare}) => bare) || parts.length === 1);
    for (const part of parts.filter((one) => !named.includes(one))) part.kind = 'number';
    const specific = named.filter((part) => !this.finder.vague(part));
    const relatives = (part) => specific.filter((other) => other.hits.some(({cpu}) => part.hits.some((hit) => this.finder.related(hit.cpu, cpu))));
    const taken = [];
    for (const part of named) {
      const next = kept[kept.indexOf(part) + 1];
      if (!this.finder.vague(part)) taken.push(part);
      else if (relatives(part).length === 0 && next?.kind === 'cpu' && specific.includes(next) && next.from - part.to <= 1) next.contradicted = true;
      else if (relatives(part).length === 0 && !taken.some((one) => one.hits.some(({cpu}) => part.hits.some((hit) => hit.cpu === cpu)))) taken.push(part);
    }
    for (const part of taken) this.examine(part, kept, taken, text);
    for (const part of taken.filter(({contradicted}) => contradicted)) read.unknown.push(part.words);
    const families = (part) => Math.min(...part.hits.map(({cpu}) => this.data.cpus[cpu].families.length));
    for (const part of taken.filter((one) => this.finder.vague(one))) {
      part.redundant ||= taken.some((other) => other !== part && this.finder.vague(other) && families(other) < families(part)
        && other.hits.some(({cpu}) => part.hits.some((hit) => this.finder.related(hit.cpu, cpu))));
    }
    const sure = taken.filter(({contradicted, redundant}) => !contradicted && !redundant);
    for (const hit of sure.flatMap(({hits}) => hits)) if (!read.cpus.some(({cpu}) => cpu === hit.cpu)) read.cpus.push(hit);
    read.named = sure.length;
    read.q = [read.q, ...named.filter(({contradicted}) => !contradicted)
      .map(({words, hits}) => hits.find(({matched}) => this.words.everyday.includes(matched))?.matched ?? words)].filter(Boolean).join(', ');
  }

  /** Whether the page has answers for an API. */
  known(api) {
    return Object.hasOwn(CHOICES, api) || Object.hasOwn(this.data.apis, api);
  }

  /** Marks a CPU that the words beside it contradict: Zen 6 is not Zen, and 2200 after an unknown name is no Core. */
  examine(part, kept, taken, text) {
    const digit = /^ \d(?= |$)/.exec(text.slice(part.to))?.[0];
    const last = part.words.split(' ').at(-1);
    if (digit && this.series.test(last) && !this.numbered.test(last) && !kept.some(({from}) => from === part.to + 1)) {
      Object.assign(part, {contradicted: true, words: part.words + digit, to: part.to + digit.length});
    }
    const before = /[^ ]+(?= $)/.exec(text.slice(0, part.from))?.[0] ?? ',';
    const used = kept.some(({to}) => to === part.from - 1);
    if (part.hits.every(({bare}) => bare) && before !== ',' && !used && !this.filler(before)) part.contradicted = true;
    // A name of several CPUs that one of them follows adds nothing.
    part.redundant = taken.some((other) => other !== part && other.hits.length < part.hits.length && other.hits.every(({cpu}) => part.hits.some((hit) => hit.cpu === cpu)));
  }

  /** Takes the topics, the place, the width and the API. */
  fill(kept, read) {
    const {place, unknown} = read;
    const put = (name, value, words) => {
      if (place[name] === undefined) place[name] = value;
      else if (place[name] !== value) unknown.push(words);
    };
    read.topics = [...new Set(kept.filter(({kind}) => kind === 'topic').map(({topic}) => topic))];
    // The type of a vector's elements is not its width.
    const elements = kept.some(({api}) => api === 'vector');
    const widths = kept.filter(({kind, type}) => kind === 'width' && !(elements && type && this.words.widths[type] <= 8));
    for (const part of widths) {
      const {words, width = bytesOf(part)} = part;
      // The number of bytes in a granule is no width.
      if (part.number && /granule/i.test(read.text)) unknown.push(words);
      else if (width === 1 && widths.length === 1) read.byte = true;
      else if (width !== 1) WIDTHS.includes(width) ? put('width', width, words) : unknown.push(words);
    }
    place.width ??= this.words.widths[kept.find((part) => part.kind === 'api' && part.type)?.type];
    const types = new Set(kept.map(({type}) => type).filter((type) => /^(long|int|short|char|float|double)$/.test(type)));
    if (types.size === 1 && !elements) place.type = Object.keys(this.words.types).find((type) => types.has(type));
    const apis = kept.filter(({api}) => api);
    this.handles(apis, kept, read);
    for (const part of apis.filter(({api}) => !CHOICES[api] || !apis.some((other) => CHOICES[api].includes(other.api)))) this.known(part.api) ? put('api', part.api, part.words) : unknown.push(part.words);
    for (const {java, words} of kept.filter(({kind}) => kind === 'java')) put('java', Number(java), words);
    const same = (part) => (read.cpus.length > 0 ? read.cpus.every(({cpu}) => this.data.cpus[cpu][part.of] === bytesOf(part)) : bytesOf(part) === 64);
    unknown.push(...kept.filter((part) => part.kind === 'size' && !same(part)).map(({words}) => words));
    for (const part of kept.filter(({kind}) => kind === 'place')) this.place(part, read, put);
  }

  /** A VarHandle is a view of the buffer, or a handle of the segment, that is named beside it. Memory in the heap has other rules. */
  handles(apis, kept, read) {
    const handles = apis.filter(({api}) => api === 'buffer-view');
    const other = apis.find(({api}) => api === 'bytebuffer' || /segment/.test(api));
    const heap = kept.some(({memory}) => memory === 'heap') || /heap|allocate$|wrap/.test(other?.words);
    if (handles.length > 0 && other) {
      const api = other.api === 'bytebuffer' ? 'buffer-view' : other.api;
      for (const part of [...handles, other]) part.api = api;
    }
    const inHeap = {'buffer-view': 'heap-buffer-view', segment: 'heap-segment'};
    read.heap = heap;
    if (heap) for (const part of apis) part.api = inHeap[part.api] ?? part.api;
  }

  place({number, last, header, field, inside, across, before, aligned, boundary = aligned, modulus, rest, layout, size, words}, {place, unknown, reasons}, put) {
    if (header) put('header', header, words);
    else if (inside) put('inside', inside, words);
    else if (across) {
      put('across', across, words);
      if (before) put('before', Number(before), words);
    }
    else if (modulus) this.remainder(Number(modulus), Number(rest), words, {place, unknown, reasons}, put);
    else if (layout !== undefined) {
      put('layout', layout, words);
      put('field', field, words);
      if ([2, 4, 8].includes(size)) put('width', size, words);
      else unknown.push(words);
    }
    else if (/^\d+$/.test(boundary)) Number(boundary) % (place.width ?? 8) === 0 ? put('aligned', true, words) : unknown.push(words);
    else if (boundary) put('aligned', true, words);
    // Only the low bits of an address decide.
    else if (/^0x/.test(number)) put('offset', Number(BigInt(number) % BigInt(LAST_OFFSET + 1)), words);
    else if (Number(number) >= 0 && Number(number) <= LAST_OFFSET) put('offset', Number(number), words);
    else {
      unknown.push(words);
      reasons.push(`An offset is not negative, and at most ${LAST_OFFSET}.`);
    }
    const width = Number(last) - Number(number) + 1;
    if (WIDTHS.includes(width)) put('width', width, words);
    else if (last !== undefined) unknown.push(words);
  }

  /** A remainder names a place in a line if the divisor is a line or more, or if it says that the value is aligned. */
  remainder(modulus, rest, words, {unknown, reasons}, put) {
    const power = (modulus & (modulus - 1)) === 0;
    if (power && modulus >= 64 && rest < modulus) put('offset', rest, words);
    else if (power && modulus >= 8 && rest === 0) put('aligned', true, words);
    else {
      unknown.push(words);
      reasons.push('The remainder of a division by 64, a cache line, decides.');
    }
  }

  /** Distributes the modes: "read plain" and "plain read" are both accepted, and the first pair decides which is meant. */
  modes(kept, read) {
    const {place, unknown} = read;
    const modes = [];
    let side;
    let before;
    for (const part of kept) {
      if (part.kind === 'mode') {
        modes.push({...part, side: part.side ?? side});
        before ??= 'mode';
        side = undefined;
      } else if (part.kind === 'side') {
        before ??= 'side';
        if (before === 'mode' && modes.length > 0) modes.at(-1).side ??= part.side;
        else side = part.side;
      }
    }
    const put = ({mode, side: wanted, words}) => {
      const read = mode === 'getandset' ? 'exchange' : mode;
      if (wanted === 'both' && mode in this.data.writes && read in this.data.reads) [place.write, place.read] = [mode, read];
      else if (wanted !== 'read' && !place.write && mode in this.data.writes) place.write = mode;
      else if (wanted !== 'write' && !place.read && read in this.data.reads) place.read = read;
      else if (wanted || place.write !== mode && place.read !== read) unknown.push(words);
    };
    modes.filter((one) => one.side).forEach(put);
    modes.filter((one) => !one.side).forEach(put);
    this.widths(modes.filter(({width}) => width), read);
  }

  /** Takes the width of the methods. Two methods of different widths are a question about mixed sizes. */
  widths(methods, read) {
    const [first, ...others] = methods;
    if (!first) return;
    if (others.some(({width}) => width !== first.width)) read.mixed = true;
    else if (first.width === 1) read.byte = true;
    else if (read.place.width === undefined) read.place.width = first.width;
    else if (read.place.width !== first.width) read.unknown.push(first.words);
  }

  /** Sorts what is left: fillers, one number that stands alone, and unknown words. */
  left(kept, text, read) {
    const {place, unknown} = read;
    const tokens = [...text.matchAll(/[^ ]+/g)].map(({index, 0: word}) => ({word, at: index}));
    const used = ({at}) => kept.some((part) => part.kind !== 'number' && part.from <= at && at < part.to);
    const left = tokens.filter((token) => token.word !== ',' && !used(token));
    const numbers = [];
    for (const token of left) {
      const i = tokens.indexOf(token);
      const before = tokens[i - 1]?.word ?? '';
      const after = tokens[i + 1]?.word ?? '';
      const series = token.word.length === 1 && this.series.test(before);
      if (/^\d{1,5}$/.test(token.word) && !series && !this.countedAfter.test(before) && !this.countedBefore.test(after)) numbers.push(token.word);
      else if (/^[3579]$/.test(token.word) && series && this.numbered.test(before)) continue;
      else if (/^([2-9]|\d\d+)$/.test(token.word) && this.counted.test(after) && (before === ',' || this.filler(before))) continue;
      // Of two modes, neither is meant more than the other.
      else if (/^(or|vs|versus|than)$/.test(token.word) && [before, after].every((one) => this.word(one).kind === 'mode')) unknown.push(token.word);
      else if (!this.filler(token.word) && token.word !== place.field) unknown.push(token.word);
    }
    const [one, ...others] = new Set(numbers);
    if (one && others.length === 0 && place.offset === undefined && !place.across && !place.aligned) place.offset = Number(one);
    else unknown.push(...numbers);
    if (place.layout !== undefined) place.offset = (place.offset ?? 0) + (place.header ?? 0) + place.layout;
    for (const name of ['layout', 'header', 'field']) delete place[name];
    this.check(kept, read);
  }

  /** Names what contradicts the place or the width. */
  check(kept, read) {
    const {place, unknown} = read;
    const {width = 8, across} = place;
    const said = (wanted) => kept.filter(({kind}) => kind === wanted).map(({words}) => words);
    if (place.aligned && !across) place.offset ??= 0;
    const {offset} = place;
    if (place.aligned && offset % width !== 0) unknown.push('aligned');
    if (across && offset !== undefined) unknown.push(`across ${across}`);
    delete place.aligned;
    if (offset % width === 0) unknown.push(...said('misaligned'));
    // With a place, it only says what the place shows, or contradicts it.
    if (place.inside && (across || offset % 64 + width > 64)) unknown.push('inside a line');
    if (across || offset !== undefined) delete place.inside;
    // An aligned value crosses nothing; without an offset, it is not known what the value crosses.
    if (!across && !(offset % width > 0)) unknown.push(...said('crossing'));
    // No Java method accesses more than 8 bytes in another mode.
    if (width > 8) unknown.push(...[place.write, place.read].filter((mode) => mode && mode !== 'plain'));
    if (width > 8 && this.known('vector')) place.api ??= 'vector';
    if (read.byte && (place.width !== undefined || read.cpus.length + Object.keys(place).length === 0)) delete read.byte;
  }

  filler(word) {
    return this.fillers.has(word) || /^[+@-]$/.test(word);
  }
}
