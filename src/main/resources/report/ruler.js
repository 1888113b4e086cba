// SPDX-License-Identifier: Apache-2.0
/** Bytes of memory with the value on them: sliding it shows at once what was seen and what is promised there. */
class Ruler {
  /** Calls back with what was chosen, and with the name of a CPU that nobody measured. */
  constructor(host, chosen, named) {
    Object.assign(this, {host, chosen, named, cpus: []});
    const bar = add(host, 'div', undefined, {class: 'tools'});
    this.cpuSelect = add(add(bar, 'label', 'CPU '), 'select', undefined, {id: 'rulercpu'});
    this.pairSelect = add(add(bar, 'label', 'write/read '), 'select', undefined, {id: 'rulerpair'});
    this.widthSelect = add(add(bar, 'label', 'of '), 'select', undefined, {id: 'rulerwidth'});
    this.widths = Object.keys(page.widths).map(Number);
    this.widthSelect.append(...this.widths.map((width) => make('option', page.widths[width] + (width > 8 ? '' : ` of ${width} bytes`))));
    this.processSelect = add(add(bar, 'label', 'in '), 'select', undefined, {id: 'rulerprocesses'});
    this.processSelect.append(make('option', 'one process'), make('option', 'two processes'));
    this.output = add(bar, 'label', 'offset', {for: 'offset'});
    this.printed = add(host, 'p', undefined, {class: 'printed'});
    this.picture = add(host, 'div', undefined, {class: 'rulers', 'aria-hidden': 'true'});
    this.slider = add(host, 'input', undefined, {id: 'offset', type: 'range', min: '0', max: '0', step: '1'});
    this.note = add(host, 'p', undefined, {class: 'dim rulernote'});
    this.verdict = add(host, 'dl', undefined, {class: 'verdict', 'aria-live': 'polite'});
    this.cpuSelect.addEventListener('change', () => {
      const cpu = this.cpus[this.cpuSelect.selectedIndex];
      if (cpu) this.take(cpu, cpu.like(this.pair));
      else this.named(this.cpuSelect.value);
    });
    this.pairSelect.addEventListener('change', () => {
      const pair = this.pairs[this.pairSelect.selectedIndex];
      if (pair) this.take(this.cpu, pair);
    });
    const sized = () => {
      const [width, processes] = [this.widths[this.widthSelect.selectedIndex], this.processSelect.selectedIndex + 1];
      // Of a vector there is one kind of store and one of load.
      const {write, read} = width > 8 ? {write: 'plain', read: 'plain'} : this.pair;
      this.take(this.cpu, this.cpu.pair(write, read, width, processes));
    };
    this.widthSelect.addEventListener('change', sized);
    this.processSelect.addEventListener('change', sized);
    this.slider.addEventListener('input', () => this.chosen(this.cpu, this.pair, this.nearest(this.start + this.slider.valueAsNumber)));
    const slide = (event) => {
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const offset = under && this.picture.contains(under) ? Number(under.dataset.at) : NaN;
      if (offset !== this.offset && this.pair.boundaries.has(offset)) this.chosen(this.cpu, this.pair, offset);
    };
    this.picture.addEventListener('pointerdown', (event) => { this.picture.setPointerCapture(event.pointerId); slide(event); });
    this.picture.addEventListener('pointermove', (event) => { if (event.buttons > 0) slide(event); });
  }

  /** The next offset that was tried, in the direction in which the slider went: from 63 that is the page's end. */
  nearest(wanted) {
    const {shown} = this.pair;
    return wanted > this.offset ? shown.find((offset) => offset >= wanted) ?? this.offset
      : shown.findLast((offset) => offset <= wanted) ?? this.offset;
  }

  /** Another CPU, write or read, at the same offset if it has it. */
  take(cpu, pair) { this.chosen(cpu, pair, pair.boundaries.has(this.offset) ? this.offset : pair.shown[0]); }

  /** Which CPUs there are to choose from. */
  offer(cpus) {
    this.cpus = cpus;
    const measured = make('optgroup', undefined, {label: 'Measured'});
    measured.append(...cpus.map((cpu) => make('option', cpu.label)));
    const known = make('optgroup', undefined, {label: 'Not measured yet: promises and reports'});
    known.append(...page.known.filter((one, number) => !cpus.some((cpu) => cpu.known === number && !cpu.emulated && !cpu.own))
      .map((one) => make('option', one.maker ? `${one.name}, ${one.maker}` : one.name, {value: one.id})));
    this.cpuSelect.replaceChildren(measured, known);
  }

  /** Shows in the lists what is chosen, also where it is none of what they offer. */
  lists(cpu, pair) {
    this.cpuSelect.querySelector(':scope > option')?.remove();
    this.cpuSelect.selectedIndex = this.cpus.indexOf(cpu);
    if (cpu.unmeasured) this.cpuSelect.value = cpu.id;
    if (this.cpuSelect.selectedIndex < 0) this.cpuSelect.append(make('option', `${cpu.name}: not measured`, {selected: ''}));
    this.pairs = cpu.choices(pair.width, pair.processes);
    if (!this.pairs.includes(pair)) this.pairs.push(pair);
    const title = (one) => `${one.brief}${one.raw.untried && !cpu.unmeasured ? ': not tried' : ''}`;
    const kinds = [...page.kinds, ''].map((kind) => ({kind, some: this.pairs.filter((one) => one.raw.kind === kind)})).filter(({some}) => some.length > 0);
    this.pairs = kinds.flatMap(({some}) => some);
    this.pairSelect.replaceChildren(...kinds.map(({kind, some}) => {
      const group = make('optgroup', undefined, {label: kind || 'other'});
      group.append(...some.map((one) => make('option', title(one))));
      return group;
    }));
    this.pairSelect.selectedIndex = this.pairs.indexOf(pair);
    this.widthSelect.selectedIndex = this.widths.indexOf(pair.width);
    this.processSelect.selectedIndex = pair.processes - 1;
  }

  /** Shows a place; a note says, in parts of text and links, what was asked for and is not there. */
  show(cpu, pair, offset, note = []) {
    this.lists(cpu, pair);
    const at = offset === null ? this.gravest(pair) : offset;
    Object.assign(this, {cpu, pair, offset: at});
    const cell = pair.cell(at);
    this.slider.setAttribute('aria-valuetext', `offset ${at}, ${place(cell)}: ${cell.look.untested ? pair.sight(at).words : cell.look.state}`);
    this.output.textContent = `offset ${at}`;
    this.printed.textContent = `${cpu.label}; ${pair.title}; offset ${at}`;
    this.draw(cell);
    this.slider.max = String(this.shown - 1);
    this.slider.value = String(at - this.start);
    this.say(cell, note);
  }

  /** Where to begin: the offset with the most to say, of what nobody tried half on each side of a boundary. */
  gravest(pair) {
    const order = (offset) => pair.sight(offset).order;
    const begin = pair.raw.untried ? Math.max(0, this.middle(pair)) : pair.shown[0];
    return pair.shown.reduce((best, offset) => order(offset) < order(best) ? offset : best, begin);
  }

  /** A value of this width with as much of it on each line as can be. */
  middle(pair) { return pair.cpu.lineBytes - Math.max(1, pair.width / 2); }

  draw(cell) {
    const {cpu, pair, offset} = this;
    const {width} = pair;
    this.start = Math.floor(offset / cpu.lineBytes) * cpu.lineBytes;
    this.shown = cpu.lineBytes + width;
    // A narrow screen has room for a few bytes beside each other only, one of middle size for half of them.
    const row = matchMedia('(max-width:44rem)').matches ? 24 : matchMedia('(max-width:62rem)').matches ? Math.ceil(this.shown / 16) * 8 : this.shown;
    // Of wide values every eighth byte has room for its number.
    const numbered = width > 16 ? 8 : 1;
    const line = this.start + cpu.lineBytes;
    const witness = pair.witnesses.get(offset);
    const seam = witness ? offset + witness[1] : Infinity;
    const bytes = [];
    const starts = [];
    const marks = [];
    const seen = new Map();
    for (let at = this.start; at < this.start + this.shown; at++) {
      const inside = at >= offset && at < offset + width;
      const cut = inside && cell.torn > 0 && witness;
      const number = inside && (at - offset) % numbered === 0 ? String(at - offset) : '';
      bytes.push(make('span', number, {'data-at': at, class: `byte${inside ? cut ? at < seam ? ' old' : ' new' : at < line ? ' value' : ' value beyond' : ''}` +
        `${at === seam && inside ? ' seam' : ''}${at % 8 === 0 ? ' b8' : ''}${at % 16 === 0 ? ' b16' : ''}${at % cpu.lineBytes === 0 ? ' bline' : ''}`}));
      const start = pair.boundaries.has(at) ? pair.sight(at) : null;
      if (start) seen.set(start.style, start);
      starts.push(make('span', start ? start.sign : '', {'data-at': at, class: `start ${start ? start.style : ''}${at === offset ? ' on' : ''}`,
        title: start ? `a value that starts at ${at}, ${place(pair.cell(at))}: ${start.words}` : ''}));
      marks.push(make('span', at % 8 === 0 ? String(at) : '', {'data-at': at, class: `mark ${at % 8 === 0 ? this.across(at) : ''}${at % cpu.lineBytes === 0 ? ' bline' : ''}`}));
    }
    this.host.style.setProperty('--bytes', String(this.shown));
    this.legend([...seen.values()]);
    this.picture.replaceChildren();
    for (let from = 0; from < this.shown; from += row) {
      const line = add(this.picture, 'div', undefined, {class: numbered > 1 ? 'ruler wide' : 'ruler'});
      line.style.setProperty('--columns', String(row));
      // The last row may be short.
      for (const all of [marks, bytes, starts]) for (let at = from; at < from + row; at++) line.append(all[at] || make('span'));
    }
  }

  /** What the signs below the bytes mean, as far as there are any. */
  legend(sights) {
    const measured = sights.some((one) => one.order < page.looks.length && one.style !== untested.style);
    const others = sights.filter((one) => one.order >= page.looks.length && one.order < Infinity).sort((a, b) => a.order - b.order);
    this.note.replaceChildren('Below each byte, for a value that begins there: ');
    if (measured) this.note.append(`${zeros}; \u25cf none, strong; \u25cb none, weak`);
    others.forEach((one, i) => {
      this.note.append(i > 0 ? ', ' : measured ? '; not measured: ' : '');
      add(this.note, 'span', one.sign, {class: `start ${one.style}`});
      this.note.append(` ${one.words}`);
    });
    this.note.append(others.length > 0 ? '.' : '; empty: untested.');
  }

  /** The gravest of what was seen of all values of whose boundaries this is the largest. */
  across(boundary) {
    const {width} = this.pair;
    const power = (number) => number & -number;
    let worst = {order: Infinity, style: untested.style};
    for (let offset = boundary - width + 1; offset < boundary; offset++) {
      let largest = 0;
      for (let other = Math.ceil((offset + 1) / 8) * 8; other < offset + width; other += 8) if (power(other) > power(largest) || largest === 0) largest = other;
      if (largest === boundary && this.pair.boundaries.has(offset)) {
        const sight = this.pair.sight(offset);
        if (sight.order < worst.order) worst = sight;
      }
    }
    return worst.style;
  }

  say(cell, note) {
    const {cpu, pair, offset} = this;
    const promise = pair.promises[cell.boundary];
    this.verdict.replaceChildren();
    const line = (name, text, attributes) => {
      const row = add(this.verdict, 'div');
      add(row, 'dt', name);
      return add(row, 'dd', text, attributes);
    };
    const last = offset + pair.width - 1;
    const assumed = cpu.unmeasured && page.known[cpu.known].assumed && pair.overPage(offset) ? ` (pages of ${full(cpu.pageBytes)} bytes are a guess)` : '';
    line('Where', `bytes ${offset} to ${last}, ${place(cell)}${assumed}`);
    if (note.length > 0) parts(line('Asked', undefined, {class: 'note'}), note);
    const seen = line('Seen');
    add(seen, 'span', cpu.unmeasured ? 'not measured' : words(cell), {class: `chip ${cell.look.style}`});
    const bound = limit(cell);
    seen.append(` ${bound} `);
    if (!pair.raw.untried && !cpu.own) add(seen, 'a', 'All about this cell', {href: link(cpu, pair, offset)});
    if (promise) {
      const told = line('Promised');
      const look = page.promiseLooks[promise.promise];
      if (cell.look.untested && look) add(told, 'span', `${look.sign} ${look.words}`, {class: `chip by-${promise.promise}`});
      told.append(` ${promised(promise)}`);
    }
    if (cpu.unmeasured) this.told(cell.boundary, line);
    if (pair.width === 8) this.writes(line('Writes'));
    if (!pair.java('write', offset) || !pair.java('read', offset)) return;
    const java = line('Java');
    add(java, 'code', `${pair.java('write', offset)};`);
    add(java, 'span', ' read by ');
    add(java, 'code', pair.java('read', offset));
    if (internal(pair)) java.title = internal(pair);
    const {write, read} = pair.instructions;
    if (!write || !read) return;
    const machine = line('Machine');
    add(machine, 'code', write);
    add(machine, 'span', ' read by ');
    add(machine, 'code', read);
  }

  /** What every write comes to at this place, each a click away. */
  writes(host) {
    const {cpu, pair, offset} = this;
    for (const write of page.chosenWrites) {
      const other = cpu.pair(write, pair.read, pair.width, pair.processes);
      const sight = other.boundaries.has(offset) ? other.sight(offset) : {sign: '', style: untested.style, words: untested.state};
      // A digit beside a word would be read as a count of it.
      const button = add(host, 'button', `${/\d/.test(sight.sign) ? '\u25b2' : sight.sign} ${write}`.trim(), {type: 'button', class: `chip ${sight.style}`, 'aria-pressed': String(write === pair.write), title: sight.words});
      button.addEventListener('click', () => {
        this.take(cpu, other);
        this.verdict.querySelector('[aria-pressed=true]').focus();
      });
    }
  }

  /** What others report of such a place: of this design, and of other CPUs of which the same is promised. */
  told(boundary, line) {
    const {cpu, pair} = this;
    const kind = page.kinds.indexOf(pair.raw.kind);
    const others = page.reported.filter((one) => !cpu.reported.includes(one) && one.known.some((number) => page.scopes[page.known[number].scope] === cpu.scope) && kind >= 0 && one.seen[kind][boundary]);
    const list = (title, some) => {
      if (some.length === 0) return;
      const told = line(title, '');
      some.forEach((one, i) => parts(told, [`${i > 0 ? '; ' : ''}${one.name}: ${one.seen[kind][boundary]} `, [one.id, one.url]]));
    };
    list('Reported', pair.reported(boundary));
    list('Similar', others);
  }
}
