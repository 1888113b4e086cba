// SPDX-License-Identifier: Apache-2.0
const LONGEST_NAME = 6;
const NUMBER = /^(?:\d{1,15}|0x[0-9a-f]{1,16})$/;
const SIZED = /^(\d+)-?(bytes?|b|bits?)$/;
/** The bytes of the longest line. */
const MOST_BARE = 128;

/** Reads from a text what the chips of a question are. Whatever sets no chip is listed as unused. */
class Reader {
  constructor(finder, names) {
    Object.assign(this, {finder, names});
    this.words = new Map();
    for (const kind of names.kinds) {
      for (const [value, words] of Object.entries(names[kind])) for (const word of words) this.add(squeezed(word) || word, {kind, value});
    }
    this.code = new Code(names, (word, ...kinds) => (this.words.get(squeezed(word)) ?? []).some(({kind}) => kinds.includes(kind)));
    for (const kind of ['stop', 'counted', 'strangers']) this[kind] = new Set(names[kind].map((word) => word.toLowerCase()));
  }

  add(word, meaning) {
    this.words.set(word, [...this.words.get(word) ?? [], meaning]);
  }

  /** Returns the CPUs, the chips that are asked, a section that answers instead, and the words that were not used. */
  read(typed) {
    const [head, ...rest] = typed.slice(0, MOST_CHARACTERS).split('·');
    const signature = this.finder.signature(head);
    // What follows the last line of /proc/cpuinfo may be a place.
    const tail = this.names.patterns.tail.exec(head)?.[1];
    const text = spaced(signature ? [tail, ...rest].join(' , ') : this.code.plain(typed.slice(0, MOST_CHARACTERS).toLowerCase()), this.names);
    const tokens = [...text.matchAll(/[^ ]+/g)].map(({index, 0: word}) => ({word, from: index, to: index + word.length, means: []}));
    const asked = {};
    const read = {signature, cpus: [], asked, unused: [], varied: /\u02bc\d/.test(text)};
    this.tokens = tokens;
    this.cpus(text, typed, read);
    this.name(tokens);
    tokens.forEach((token, i) => this.method(token, tokens[i - 1]));
    tokens.forEach((token, i) => this.number(token, i));
    // The size of a record gives the place of a packed value.
    read.sections = this.values('sections').filter((id) => id !== 'packed' || this.values('stride').length === 0);
    this.value(asked, read.sections);
    // What runs the code decides before what it accesses: the names are in this order.
    const order = [...Object.keys(this.names.sections), 'byte'];
    read.sections.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    this.modes(asked);
    this.api(asked);
    this.place(asked, read);
    this.left(read);
    return read;
  }

  /** Takes the CPUs: the longest names that do not overlap. */
  cpus(text, typed, read) {
    const {tokens} = this;
    if (read.signature) {
      read.cpus = this.finder.signed(read.signature);
      read.q = this.finder.signatureText(read.signature);
      if (read.cpus.length === 0) read.stranger = read.q;
    }
    const at = new Map(tokens.map((token, i) => [token.from, i]));
    const parts = this.finder.parts(text, typed).filter(({from}) => at.has(from)).sort((a, b) => squeezed(b.words).length - squeezed(a.words).length);
    const kept = [];
    for (const part of parts) {
      const mine = [];
      for (let i = at.get(part.from); i < tokens.length && tokens[i].from < part.to; i++) mine.push(tokens[i]);
      if (mine.some(({cpu}) => cpu)) continue;
      for (const token of mine) token.cpu = part;
      kept.push(part);
    }
    const found = this.finder.chosen(kept.sort((a, b) => a.from - b.from), text);
    for (const token of tokens) if (found.free.has(token.cpu)) token.cpu = undefined;
    read.cpus.push(...found.cpus.filter(({cpu}) => !read.cpus.some((hit) => hit.cpu === cpu)));
    read.named = found.named;
    read.stranger ??= found.strangers[0];
    for (const token of tokens) token.unsure = found.unsure.has(token.cpu);
    read.q = [read.q, ...found.words].filter(Boolean).join(', ') || undefined;
  }

  /** Gives each token the meaning of the longest name that it begins; a word after "not" means nothing. */
  name(tokens) {
    for (let i = 0; i < tokens.length; i++) {
      let text = '';
      let longest = 0;
      let cpu = false;
      for (let n = 1; n <= LONGEST_NAME && i + n <= tokens.length && tokens[i + n - 1].word !== ','; n++) {
        const token = tokens[i + n - 1];
        text += squeezed(token.word) || token.word;
        cpu ||= Boolean(token.cpu && !token.unsure);
        const means = (this.words.get(text) ?? []).filter(({kind}) => !cpu || kind === 'sections');
        if (means.length > 0) [longest, tokens[i].means] = [n, means];
      }
      if (longest > 0 && tokens[i - 1]?.means.some(({value}) => value === 'not') && !tokens[i].means.some(({kind}) => kind === 'sections')) tokens[i].means = [];
      for (let n = 1; n < longest; n++) tokens[i + n].part = true;
      if (longest > 1) i += longest - 1;
    }
  }

  /** Gives a method such as buffer.putLongRelease its meanings: the mode, the side, the type, and its owner's API. */
  method(token, before) {
    if (token.cpu || token.part || token.means.length > 0 && !token.word.includes('.')) return;
    const names = token.word.split('.');
    const last = names.pop();
    const owner = names.length > 0 ? this.words.get(squeezed(names.at(-1))) ?? [] : [];
    const api = before?.means.find(({kind}) => kind === 'apis');
    const {verb, type, before: one, after: two} = this.code.method.exec(last)?.groups ?? {};
    const after = two ?? one;
    const update = /and/.test(verb);
    const plain = verb && !update && !after;
    if (!verb || plain && !type && !(names.length > 0 || api)) {
      token.means.push(...owner, ...names.length > 0 ? this.words.get(squeezed(last)) ?? [] : []);
      return;
    }
    const mode = this.names.patterns.swaps.test(verb) ? 'cas' : update ? verb : after === 'release' || after === 'ordered' ? 'ordered' : after ?? 'plain';
    token.means = [...owner.filter(({kind}) => kind !== 'modes' && kind !== 'types'), {kind: 'modes', value: mode, side: update ? undefined : /get|read/.test(verb) ? 'read' : 'write'}];
    if (type) token.means.push({kind: 'types', value: type, method: true});
    // Without a type, it is a method of a VarHandle.
    else if (!plain && after !== 'ordered') token.means.push({kind: 'apis', value: 'handle'});
    // Of all APIs, only Agrona's buffers have putLongOrdered; Unsafe has putOrderedLong.
    if (type && two === 'ordered') token.means.push({kind: 'apis', value: 'agrona', weak: true});
  }

  says(pattern) {
    return this.tokens.some(({word}) => pattern.test(word));
  }

  is(token, ...values) {
    return token?.means.some(({kind, value}) => kind === 'markers' && values.includes(value));
  }

  /** Gives a number its meaning by the word beside it. A number alone is a place if every word beside it is used. */
  number(token, i) {
    const {tokens} = this;
    const sized = SIZED.exec(token.word);
    if (token.cpu || token.part || token.means.length > 0 || !sized && !NUMBER.test(token.word)) return;
    const head = (at) => (tokens[at]?.part ? head(at - 1) : tokens[at]);
    const [before, next, then] = [head(i - 1), tokens[i + 1], tokens[i + 2]];
    if ([tokens[i - 1], next].some((one) => /^[<>=%&^*|~]+$/.test(one?.word ?? ''))) return;
    const put = (kind, value, ...others) => {
      token.means.push({kind, value});
      for (const one of others) if (one) one.used = true;
    };
    const number = Number(sized?.[1] ?? token.word);
    const unit = this.is(next, 'unit', 'bit') && !next.cpu;
    const sizes = sized ? [Number(sized[1]), sized[2][1] === 'i'] : unit ? [number, this.is(next, 'bit')] : undefined;
    const after = sized ? next : unit ? then : next;
    if (this.is(before, 'java')) put('java', number, before);
    else if (this.is(before, 'inside') && [8, 16, 32, 64].includes(sizes?.[0] ?? number)) put('within', sizes?.[0] ?? number, unit ? next : undefined);
    else if (this.is(before, 'stride')) put('stride', number, before, unit ? next : undefined);
    else if (this.is(before, 'multiple') || this.is(after, 'aligned') || sizes && this.is(after, 'multiple')) put('start', sizes?.[0] ?? number, before, after, next);
    else if (this.is(before, 'across') || sizes && after?.word === 'boundary') put(number & number - 1 ? 'place' : 'across', sizes?.[0] ?? number, before?.means.length ? before : undefined, unit ? next : undefined);
    else if (sizes && (sizes[0] > 8 && this.says(/^granules?$/) || this.is(before, 'half') || this.is(after, 'line', 'page') || /^blocks?$/.test(after?.word) || tokens[i - 1]?.word === 'to')) return;
    else if (sizes && this.is(after, 'before')) return this.before(token, number, tokens.slice(i + 1, i + 10));
    else if (/^[3579]$/.test(token.word) && this.finder.digits.has(before?.word) || this.names.patterns.named.test(before?.word)) {
      if (tokens.some(({cpu}) => cpu)) put('digit', number, before);
    } else if (!sizes?.[1] && (this.is(before, 'place', 'index'))) {
      put(this.is(before, 'index') ? 'index' : 'place', token.word.startsWith('0x') ? Number(BigInt(token.word) % BigInt(LAST_OFFSET + 1)) : number, before);
      if (unit && !sized) next.used = true;
    } else if (sizes) put('size', sizes[1] ? sizes[0] / 8 : sizes[0], unit ? next : undefined);
    else if (token.word.startsWith('0x') && number > LAST_OFFSET) put('address', Number(BigInt(token.word) % BigInt(LAST_OFFSET + 1)));
    // Beside a word that is none of a place, a year or a version is no place.
    else if ((number < MOST_BARE || [before, next].every((one) => !one || one.word === ',')) && [before, next].every((one) => this.known(one)) && !this.counted.has(next?.word)) put('bare', number);
  }

  /** Gives a number as in "4 bytes before the end of a line" its meaning: it counts from the line or page. */
  before(token, bytes, after) {
    const [object] = after.filter((one) => this.is(one, 'line', 'page'));
    if (!object) return;
    for (const one of after.slice(0, after.indexOf(object) + 2)) one.used ||= this.is(one, 'unit', 'before', 'line', 'page', 'end');
    token.means = [{kind: 'place', value: this.is(object, 'line') ? 'line' : 'page', back: bytes}];
  }

  /** Whether a word beside a number leaves its meaning alone. */
  known(token) {
    if (!token || token.part || token.word === ',' || token.cpu && !token.unsure) return true;
    if (this.is(token, 'not')) return false;
    return SIZED.test(token.word) || token.means.some(({kind}) => kind !== 'sections') || this.stop.has(token.word);
  }

  all(...kinds) {
    return this.tokens.flatMap((token) => token.means.filter(({kind}) => kinds.includes(kind)).map((one) => ({...one, token})));
  }

  values(...kinds) {
    return [...new Set(this.all(...kinds).map(({value}) => value))];
  }

  /** Takes the type or the width. Values of two sizes are a question of their own. */
  value(asked, sections) {
    const vector = this.values('apis').includes('vector');
    // A register has no width of its own where a type or another size is named.
    this.either('types');
    const named = this.values('types');
    for (const {value, token} of this.all('size')) if (!WIDTHS.includes(value) && value !== 1) token.means = [];
    const sizes = this.values('size');
    for (const {value, token} of this.all('types')) if (!BYTES[value] && (named.some((type) => BYTES[type]) || sizes.length > 0 && !sizes.includes(Number(value)))) token.means = [];
    const types = this.values('types');
    const widths = new Set([...types.map((type) => BYTES[type] ?? Number(type)), ...this.values('size')]);
    // The fields of a record have places of their own, and the widest one is the first to tear.
    const record = this.values('stride').length > 0;
    // "What about" asks once more.
    const again = this.tokens.some(({word}, i) => i > 2 && word === 'about' && this.tokens[i - 1].word === 'what');
    if (widths.size > 1 && !record && !again) {
      sections.push('two-sizes');
      if (this.says(this.names.patterns.parted)) sections.push('packed');
    }
    if (widths.has(1)) sections.push('byte');
    const [width] = record ? [...widths].sort((a, b) => b - a) : widths;
    if (again) for (const {value, token} of this.all('types', 'size')) if ((BYTES[value] ?? Number(value)) !== width) token.means = [];
    const [start] = this.values('start');
    if (WIDTHS.includes(width)) asked.width = width;
    else if (vector && start > 8 && WIDTHS.includes(start)) asked.width = start;
    const [type] = types.filter((one) => BYTES[one] === width);
    if (['char', 'float', 'double'].includes(type)) asked.type = type;
  }

  /** Lists a word as unused, and those that say the same. */
  refuse(token) {
    for (const one of this.tokens) if (one === token || this.is(one, 'inside')) Object.assign(one, {means: [], used: false, refused: true});
  }

  /** Of two words beside "or", neither is meant more than the other. */
  either(kind, free = () => true) {
    const {tokens} = this;
    tokens.forEach(({word}, i) => {
      const beside = [tokens[i - 1], tokens[/^an?$/.test(tokens[i + 1]?.word) ? i + 2 : i + 1]];
      if (/^(?:or|vs|versus|than)$/.test(word) && beside.every((one) => one?.means.some((mean) => mean.kind === kind && !mean.method) && free(one))) for (const one of beside) one.means = [];
    });
  }

  /** Distributes the modes: the first two words side by side decide whether "read plain" or "plain read" is meant. */
  modes(asked) {
    const modes = [];
    let side;
    const said = this.all('modes', 'sides');
    const at = ({token}) => this.tokens.indexOf(token);
    // A comma separates more than any number of words.
    const gap = (one, other) => (other ? this.tokens.slice(...[at(one), at(other)].sort((a, b) => a - b)).reduce((sum, {word}) => sum + (word === ',' ? MOST_BARE : 1), 0) : 0);
    const first = said.find((one, i) => one.kind !== said[i + 1]?.kind && gap(one, said[i + 1]) === 1) ?? said[0];
    said.forEach((mean, i) => {
      const next = said[i + 1];
      if (mean.kind === 'modes') {
        modes.push({...mean, side: mean.side ?? side});
        side = undefined;
      // "fetch_add and load" are two sides.
      } else if (mean.value === 'read' && LOCKED.test(modes.at(-1)?.value) && !modes.at(-1).side && /^(?:and|,|vs|then|plain)$/.test(this.tokens[at(mean) - 1]?.word)) {
        modes.at(-1).side = 'write';
        side = 'read';
      // The side of a method such as getLong needs no word.
      } else if (first.kind === 'sides' || next?.kind === 'modes' && (next.side === mean.value || gap(mean, next) < gap(mean, modes.at(-1)))) side = mean.value;
      else if (modes.length > 0) modes.at(-1).side ??= mean.value;
    });
    const {writes, reads} = this.finder.data;
    this.either('modes', (token) => modes.some((one) => one.token === token && !one.side));
    for (const {value, side: wanted, token} of [...modes.filter((one) => one.side), ...modes.filter((one) => !one.side)]) {
      if (token.means.length === 0) continue;
      const load = value === 'getandset' ? 'exchange' : value;
      const store = value === 'exchange' && wanted === 'write' ? 'getandset' : value;
      const writing = wanted !== 'read' && writes.includes(store);
      const reading = wanted !== 'write' && reads.includes(load);
      if (wanted === 'both' && writing && reading) [asked.write, asked.read] = [value, load];
      else if (writing && !asked.write) asked.write = store;
      else if (reading && !asked.read) asked.read = load;
      else if (asked.write !== value && asked.read !== load) token.means = [];
    }
  }

  /** Takes the API: the most exact of those that are named. A VarHandle is a view of what is named beside it. */
  api(asked) {
    const memory = new Set(this.values('memory'));
    const heap = memory.has('heap') && !memory.has('native');
    const named = new Set([...this.all('apis').map(({value, weak}) => (weak ? 'weak' : value)), memory.size > 0 && 'memory', heap && 'heap']);
    const [, api] = this.names.access.find(([words]) => words.split(' ').every((word) => named.has(word))) ?? [];
    if (api) asked.api = api;
    if (asked.width > 8 && !asked.api) {
      asked.api = 'vector';
      asked.tier = 'compiled';
    }
    if (memory.has('mapped')) asked.start = 4096;
    else if (heap) asked.start = 8;
    else if (memory.has('native') && !this.finder.data.apis[asked.api]) asked.start = 16;
  }

  /** Takes the place: an offset, an index, a boundary that the value crosses, or all places inside a line. */
  place(asked, read) {
    const {tokens} = this;
    const width = asked.width ?? 8;
    tokens.forEach((token, i) => {
      const object = tokens.slice(i + 1, i + 6).find((one) => !one.part && !this.stop.has(one.word));
      const named = ['line', 'page'].find((name) => this.is(object, name));
      if (this.is(token, 'across') && named) object.means = [{kind: 'across', value: named}];
      else if (this.is(token, 'inside') && named === 'line') object.means = [{kind: 'inside'}];
      else if (this.is(token, 'multiple') && named) object.means = [{kind: 'start', value: named}];
      else if (this.is(token, 'aligned') && !tokens.some((one) => this.is(one, 'misaligned'))) token.means = [{kind: 'aligned'}];
      else return;
      token.used = true;
      if (object) object.used = true;
    });
    // "At 12, 20 and 28" are three places.
    tokens.forEach(({means}, i) => {
      const list = /^(?:,|and|or)$/.test(tokens[i - 1]?.word) && tokens[i - 2]?.means.some(({kind}) => kind === 'place');
      for (const one of means) if (list && one.kind === 'bare') one.kind = 'place';
    });
    const has = (kind) => this.all(kind).length > 0;
    // A number beside -1 or 0x00000000FFFFFFFF is a value.
    const told = this.says(this.names.patterns.shown);
    const valued = tokens.some(({word}, i) => !this.is(tokens[i - 1], 'place', 'index') && (/^-\d+$/.test(word) || this.names.patterns.half.test(word) || told && /^0x[0-9a-f]{16}$/.test(word)));
    if (valued) for (const {token} of this.all('bare', 'address')) token.means = [];
    // These words leave the verdict alone.
    read.java = this.says(/^(?:java|jvm)$/);
    // Who shows a value asks where it comes from.
    read.valued = valued;
    const within = this.values('within');
    // "Inside 16 bytes or across 16 bytes" is every place.
    if (within.length > 0) for (const {token} of this.all('across')) token.means = [];
    const isEvery = within.length > 0 && tokens.some((one) => this.is(one, 'across'));
    const sizes = read.cpus.length > 0 ? this.finder.data.cpus[read.cpus[0].cpu] : {line: 64, page: 4096};
    const offsets = [...new Set(this.all('place', 'index').map(({value, back}) => (back ? sizes[value] - back : value)))];
    const bare = this.values('bare');
    const across = [...new Set(this.values('across').map((value) => sizes[value] ?? value))];
    const [start] = this.values('start').map((value) => sizes[value] ?? value).sort((a, b) => a - b);
    const [stride] = this.values('stride');
    const uneven = start & start - 1 || start > 4096;
    // A number of 32 bits may be an instruction.
    const addresses = this.all('address').filter(({token}) => read.cpus.length > 0 || token.word.length > 10);
    if (offsets.length + bare.length === 0) for (const {value, token} of addresses) {
      bare.push(value);
      token.used = true;
    }
    // A number that does not cross what the value is said to cross is no place.
    const known = offsets.length > 0 ? offsets : [...new Set(bare)].filter((one) => across.every((cut) => one % cut + width > cut));
    if (offsets.length > 0) for (const {value, token} of this.all('bare')) if (!offsets.includes(value)) token.means = [];
    // Several places have a card each.
    const isEach = known.length > 1 && known.length * read.cpus.length <= 4 && read.cpus.length > 0 && known.every((one) => one <= LAST_OFFSET);
    if (isEach) read.offsets = known.sort((a, b) => a - b);
    const misplaced = read.varied || uneven || known.length > 1 && !isEach || known.some((one) => one > LAST_OFFSET) || across.length > 1 || across.some((one) => one & one - 1 || one < width);
    read.outside = known.some((one) => one > LAST_OFFSET) || !valued && this.says(/^-\d+$/);
    if (misplaced) for (const {token} of this.all('place', 'index', 'bare', 'address', 'across')) token.means = [];
    else if (known.length > 0) [asked.offset] = known;
    else if (across.length === 1 && !stride) asked.offset = across[0] - width / 2;
    else if (start !== undefined || has('aligned') || stride) asked.offset = 0;
    else if (within.length === 1 && within[0] >= width && !isEvery) [asked.inside] = within;
    else if (has('inside')) asked.inside = 'line';
    // A word that the offset contradicts is not used.
    const at = asked.offset;
    if (at !== undefined && boundary(at, width) >= sizes.line) this.all('inside').forEach(({token}) => this.refuse(token));
    if (at !== undefined) tokens.filter((token) => (at % width === 0 ? this.is(token, 'misaligned') : start === undefined && token.means.some(({kind}) => kind === 'aligned'))).forEach((token) => this.refuse(token));
    read.misaligned = tokens.some((one) => this.is(one, 'misaligned'));
    read.counted = !misplaced && (known.length > 0 || stride || this.values('across').some((value) => value > 0));
    if (start > 0 && !uneven) asked.start = start;
    if (stride > 0) asked.stride = stride;
    if (asked.offset !== undefined && asked.start === undefined && has('index') && (asked.api ?? 'unsafe') === 'unsafe') asked.start = 16;
    for (const {value, token} of this.all('java')) {
      if (value >= 17 && value <= 30) asked.java ??= value;
      else token.means = [];
    }
    if (has('tier')) asked.tier = 'compiled';
  }

  /** Lists the words that no chip uses, those of the chips, and a CPU that is not known. */
  left(read) {
    const {tokens} = this;
    read.recognised = [...new Set([read.q, ...this.all('place', 'index', 'bare', 'address').map(({token}) => token.word)])].filter(Boolean);
    const isUsed = (token, i) => token.cpu && !token.unsure || token.used
      || token.means.some(({kind, value}) => kind !== 'address' && !(kind === 'markers' && this.names.loose.includes(value)))
      || token.part && isUsed(tokens[i - 1], i - 1);
    tokens.forEach((token, i) => {
      if (token.word === ',' || isUsed(token, i)) return;
      if (this.stop.has(token.word) && !token.refused) return;
      read.unused.push(token.word);
      const shaped = this.names.patterns.model.test(token.word);
      if (this.strangers.has(token.word) || shaped && read.cpus.length === 0 || token.unsure) read.stranger ??= [token.word, /^\d+$/.test(tokens[i + 1]?.word ?? '') && this.strangers.has(token.word) ? tokens[i + 1].word : ''].join(' ').trim();
    });
  }
}
