// SPDX-License-Identifier: Apache-2.0
/** Bytes of memory with the value on them: sliding it shows at once what was seen and what is promised there. */
class Ruler {
  constructor(host, chosen) {
    Object.assign(this, {host, chosen, cpus: []});
    const bar = add(host, 'div', undefined, {class: 'tools'});
    this.cpuSelect = add(add(bar, 'label', 'CPU '), 'select', undefined, {id: 'rulercpu'});
    this.pairSelect = add(add(bar, 'label', 'write/read '), 'select', undefined, {id: 'rulerpair'});
    this.output = add(bar, 'label', 'offset', {for: 'offset'});
    this.named = add(host, 'p', undefined, {class: 'printed'});
    this.picture = add(host, 'div', undefined, {class: 'rulers', 'aria-hidden': 'true'});
    this.slider = add(host, 'input', undefined, {id: 'offset', type: 'range', min: '0', max: '0', step: '1'});
    add(host, 'p', 'Below each byte, of a value that begins there: a digit n: torn, from 1e-n up to 9e-n of the changes; \u25cf none, strong; \u25cb none, weak; empty: untested.',
      {class: 'dim rulernote'});
    this.verdict = add(host, 'dl', undefined, {class: 'verdict', 'aria-live': 'polite'});
    this.cpuSelect.addEventListener('change', () => {
      const cpu = this.cpus[this.cpuSelect.selectedIndex];
      if (cpu) this.take(cpu, cpu.find('', '', this.pair.title) || cpu.pairs[0]);
    });
    this.pairSelect.addEventListener('change', () => {
      const pair = this.cpu.pairs[this.pairSelect.selectedIndex];
      if (pair) this.take(this.cpu, pair);
    });
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
    this.cpuSelect.replaceChildren(...cpus.map((cpu) => make('option', cpu.label)));
  }

  /** Shows a place; a note says, in parts of text and links, what was asked for and is not there. */
  show(cpu, pair, offset, note = []) {
    const chooses = (select, names, all, one, missing) => {
      select.replaceChildren(...names.map((name) => make('option', name)));
      if (!all.includes(one)) add(select, 'option', missing);
      select.selectedIndex = all.includes(one) ? all.indexOf(one) : names.length;
    };
    chooses(this.cpuSelect, this.cpus.map((other) => other.label), this.cpus, cpu, `${cpu.name}: not measured`);
    chooses(this.pairSelect, cpu.pairs.map((other) => other.title), cpu.pairs, pair, `${pair.title}: not tried`);
    const at = offset === null ? this.gravest(pair) : offset;
    Object.assign(this, {cpu, pair, offset: at});
    const cell = pair.cell(at);
    this.slider.setAttribute('aria-valuetext', `offset ${at}, ${place(cell)}: ${cell.look.state}`);
    this.output.textContent = `offset ${at}`;
    this.named.textContent = `${cpu.label}; ${pair.title}; offset ${at}`;
    this.draw(cell);
    this.slider.max = String(this.shown - 1);
    this.slider.value = String(at - this.start);
    this.say(cell, note);
  }

  /** Where to begin: the offset with the most to say. */
  gravest(pair) {
    const look = (offset) => page.looks.indexOf(pair.cell(offset).look);
    return pair.shown.reduce((best, offset) => look(offset) < look(best) ? offset : best);
  }

  draw(cell) {
    const {cpu, pair, offset} = this;
    const {width} = pair;
    this.start = Math.floor(offset / cpu.lineBytes) * cpu.lineBytes;
    this.shown = cpu.lineBytes + width;
    // A narrow screen has room for a few bytes beside each other only.
    const row = matchMedia('(max-width:44rem)').matches ? 24 : this.shown;
    // Of wide values every eighth byte has room for its number.
    const numbered = width > 16 ? 8 : 1;
    const line = this.start + cpu.lineBytes;
    const witness = pair.witnesses.get(offset);
    const seam = witness ? offset + witness[1] : Infinity;
    const bytes = [];
    const starts = [];
    const marks = [];
    for (let at = this.start; at < this.start + this.shown; at++) {
      const inside = at >= offset && at < offset + width;
      const cut = inside && cell.torn > 0 && witness;
      const number = inside && (at - offset) % numbered === 0 ? String(at - offset) : '';
      bytes.push(make('span', number, {'data-at': at, class: `byte${inside ? cut ? at < seam ? ' old' : ' new' : at < line ? ' value' : ' value beyond' : ''}` +
        `${at === seam && inside ? ' seam' : ''}${at % 8 === 0 ? ' b8' : ''}${at % 16 === 0 ? ' b16' : ''}${at % cpu.lineBytes === 0 ? ' bline' : ''}`}));
      const start = pair.boundaries.has(at) ? pair.cell(at) : null;
      starts.push(make('span', start ? start.look.sign : '', {'data-at': at, class: `start ${start ? start.look.style : ''}${at === offset ? ' on' : ''}`,
        title: start ? `a value that starts at ${at}, ${place(start)}: ${words(start)}` : ''}));
      marks.push(make('span', at % 8 === 0 ? String(at) : '', {'data-at': at, class: `mark ${at % 8 === 0 ? this.across(at) : ''}${at % cpu.lineBytes === 0 ? ' bline' : ''}`}));
    }
    this.host.style.setProperty('--bytes', String(this.shown));
    this.picture.replaceChildren();
    for (let from = 0; from < this.shown; from += row) {
      const line = add(this.picture, 'div', undefined, {class: numbered > 1 ? 'ruler wide' : 'ruler'});
      line.style.setProperty('--columns', String(row));
      // The last row may be short.
      for (const all of [marks, bytes, starts]) for (let at = from; at < from + row; at++) line.append(all[at] || make('span'));
    }
  }

  /** The gravest of what was seen of all values of whose boundaries this is the largest. */
  across(boundary) {
    const {width} = this.pair;
    const power = (number) => number & -number;
    let worst = page.looks.length - 1;
    for (let offset = boundary - width + 1; offset < boundary; offset++) {
      let largest = 0;
      for (let other = Math.ceil((offset + 1) / 8) * 8; other < offset + width; other += 8) if (power(other) > power(largest) || largest === 0) largest = other;
      if (largest === boundary && this.pair.boundaries.has(offset)) worst = Math.min(worst, page.looks.indexOf(this.pair.cell(offset).look));
    }
    return page.looks[worst].style;
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
    line('Where', `bytes ${offset} to ${last}, ${place(cell)}${cpu.unmeasured ? `; ${pair.raw.words}` : ''}`);
    if (note.length > 0) parts(line('Asked', undefined, {class: 'note'}), note);
    const seen = line('Seen');
    add(seen, 'span', cpu.unmeasured ? `${cpu.name}: not measured` : words(cell), {class: `chip ${cell.look.style}`});
    const bound = limit(cell);
    seen.append(` ${bound} `);
    if (!pair.raw.untried && !cpu.own) add(seen, 'a', 'All about this cell', {href: link(cpu, pair, offset)});
    if (cpu.unmeasured) this.known(cell.boundary, line);
    else if (promise) line('Promised', promised(promise));
    if (!pair.java('write', offset) || !pair.java('read', offset)) return;
    const java = line('Java');
    add(java, 'code', `${pair.java('write', offset)};`);
    add(java, 'span', ' read by ');
    add(java, 'code', pair.java('read', offset));
    const {write, read} = pair.instructions;
    if (!write || !read) return;
    const machine = line('Machine');
    add(machine, 'code', write);
    add(machine, 'span', ' read by ');
    add(machine, 'code', read);
  }

  /** Of a CPU that nobody here measured: what its vendor promises at such a place, and what others report of it. */
  known(boundary, line) {
    const kind = page.kinds.findIndex((one) => one.write === this.pair.write && one.read === this.pair.read);
    const {families, reported} = this.cpu;
    for (const family of families) line('Promised', `${family.name}: ${promised(page.promises[family.promises[kind][boundary]])}`);
    if (families.length === 0) line('Promised', 'nothing is known under this name');
    const here = reported.filter((one) => one.seen[kind][boundary]);
    const told = line('Reported', here.length > 0 ? '' : 'nothing at such a place');
    here.forEach((one, i) => parts(told, [`${i > 0 ? '; ' : ''}${one.name}: ${one.seen[kind][boundary]} `, [one.id, one.url]]));
  }
}
