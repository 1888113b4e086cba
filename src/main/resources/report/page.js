'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = new Map(data.cpus.map((cpu) => [cpu.id, cpu]));
  const COLUMNS = ['aligned', 'over 8', 'over 16', 'over 32', 'over 64', 'over line', 'over page'];
  const [TORN, MIXED, JVM_SPLIT, STRONG, WEAK, FAULT, REFUSED, INCONCLUSIVE, UNTESTED] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

  const make = (name, text, attributes = {}) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const add = (parent, name, text, attributes) => parent.appendChild(make(name, text, attributes));
  const full = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
  const rate = (number) => {
    const text = number.toExponential(1).replace('e+', 'e');
    return text.replace(/e0$/, '');
  };

  /** The column that an offset belongs to: the largest boundary that its eight bytes lie across. */
  const column = (cpu, offset) => {
    const crosses = (size) => Math.floor(offset / size) !== Math.floor((offset + 7) / size);
    if (offset % 8 === 0) return 0;
    if (crosses(cpu.page)) return 6;
    if (crosses(cpu.line)) return 5;
    return !crosses(16) ? 1 : !crosses(32) ? 2 : !crosses(64) ? 3 : 4;
  };

  const cellOf = (cpu, pair, offset) => {
    const index = pair.index.get(offset);
    const place = column(cpu, offset);
    if (index === undefined) return {offset, place, state: UNTESTED, torn: 0, changes: 0, tornVotes: 0, votes: 0, found: 0, expected: 0};
    const votes = Array.isArray(pair.v) ? pair.v[index] : pair.v;
    return {offset, place, state: Number(pair.s[index]), torn: pair.torn[index], changes: pair.changes[index],
      tornVotes: pair.tv ? pair.tv[index] : pair.torn[index] > 0 ? votes : 0, votes, found: pair.pf[index],
      expected: pair.pe[index], strength: data.strengths[Number(pair.k[index])], note: pair.n && pair.n[index]};
  };
  const words = (cell) => {
    const name = data.states[cell.state][2];
    if (cell.torn > 0) {
      return `${name} ${rate(cell.torn / cell.changes)}: ${full(cell.torn)} of ${full(cell.changes)} changes; seen by ` +
        `${cell.tornVotes} of ${cell.votes} ${cell.votes === 1 ? 'vote' : 'votes'}`;
    }
    if (cell.state === STRONG || cell.state === WEAK) {
      return `${name}: 0 of ${full(cell.changes)} changes; ${cell.votes} ${cell.votes === 1 ? 'vote' : 'votes'}`;
    }
    return cell.state === UNTESTED ? name : `${name}; ${full(cell.changes)} changes`;
  };
  /** Three shades by the power of ten; the sign is that power, as in the tester's own grid. */
  const look = (cell) => {
    if (cell.state === TORN) {
      const share = cell.torn / cell.changes;
      return [share >= 1e-2 ? 'shade3' : share >= 1e-4 ? 'shade2' : 'shade1',
        String(Math.min(9, Math.round(-Math.log10(share))))];
    }
    return [data.states[cell.state][0], cell.state === UNTESTED ? '' : data.states[cell.state][1]];
  };

  const prepare = (cpu) => {
    for (const pair of cpu.pairs) {
      if (!pair.index) pair.index = new Map(data.offsets[pair.o].map((offset, index) => [offset, index]));
    }
    const tried = new Set(cpu.pairs.flatMap((pair) => [...pair.index.keys()]));
    const inLine = [...Array(cpu.line).keys()];
    const rest = [...tried].filter((offset) => offset >= cpu.line).sort((a, b) => a - b);
    cpu.groups = [['line', inLine], ['page', rest.filter((offset) => column(cpu, offset) === 6)],
      ['elsewhere', rest.filter((offset) => column(cpu, offset) !== 6)]].filter(([, offsets]) => offsets.length > 0);
  };

  /** The map of one CPU with all that follows from a click into it. */
  class Heat {
    constructor(cpu, host, name, linked) {
      prepare(cpu);
      Object.assign(this, {cpu, host, name, linked, write: '', read: '', pair: null, offset: null});
      this.compact = matchMedia('(max-width: 60rem)').matches;
      host.replaceChildren();
      add(host, 'h4', 'Offset by offset');
      add(host, 'p', 'The offset counts bytes from a page-aligned base. A digit n: torn in about 1 of 10^n changes, darker is ' +
        'more often. ● none, strong; ○ none, weak; empty: untested. Choose a cell for its counts and bytes; arrow keys move.',
        {class: 'dim'});
      this.tools();
      this.map = add(host, 'div', undefined, {class: 'scroll'});
      this.panel = add(host, 'div', undefined, {class: 'panel', role: 'status'});
      this.draw();
    }

    tools() {
      const bar = add(this.host, 'div', undefined, {class: 'tools'});
      for (const [side, key] of [['write', 'w'], ['read', 'r']]) {
        const label = add(bar, 'label', side + ' ');
        const select = add(label, 'select', undefined, {'data-filter': side});
        add(select, 'option', 'any', {value: ''});
        for (const mode of new Set(this.cpu.pairs.map((pair) => pair[key]))) add(select, 'option', mode, {value: mode});
        select.addEventListener('change', () => { this[side] = select.value; this.draw(); });
        this[side + 'Select'] = select;
      }
      const toggle = add(bar, 'button', '', {type: 'button'});
      const name = () => { toggle.textContent = this.compact ? 'Show one row per write/read' : 'Show grids of 4 × 16'; };
      name();
      toggle.addEventListener('click', () => { this.compact = !this.compact; name(); this.draw(); });
    }

    filter(write, read) {
      this.write = [...this.writeSelect.options].some((option) => option.value === write) ? write : '';
      this.read = [...this.readSelect.options].some((option) => option.value === read) ? read : '';
      this.writeSelect.value = this.write;
      this.readSelect.value = this.read;
      this.draw();
    }

    draw() {
      const pairs = this.cpu.pairs.filter((pair) => (!this.write || pair.w === this.write) &&
        (!this.read || pair.r === this.read));
      this.cells = [];
      this.map.replaceChildren();
      if (pairs.length === 0) add(this.map, 'p', 'No such write and read was tried.');
      else if (this.compact) this.grids(pairs);
      else this.rows(pairs);
      const first = this.cells.flat().find(Boolean);
      if (first) first.td.tabIndex = 0;
      if (this.pair && pairs.includes(this.pair)) this.choose(this.pair, this.offset, false);
      else if (pairs.length > 0) this.choose(pairs[0], null, false);
    }

    rows(pairs) {
      const table = add(this.map, 'table', undefined, {class: 'map', role: 'grid', 'aria-label': this.name});
      const head = add(add(table, 'thead'), 'tr');
      add(head, 'td');
      this.cpu.groups.forEach(([name, offsets], group) => {
        if (group > 0) add(head, 'td', undefined, {class: 'gap'});
        offsets.forEach((offset) => add(head, 'th', group > 0 ? offset === offsets[0] ? String(offset) : '' : offset % 4 === 0 ? String(offset) : '',
          {scope: 'col', 'aria-label': `${name} ${offset}`}));
      });
      const body = add(table, 'tbody');
      for (const pair of pairs) {
        const row = add(body, 'tr');
        pair.head = row;
        add(row, 'th', pair.t, {scope: 'row'});
        const line = [];
        this.cpu.groups.forEach(([, offsets], group) => {
          if (group > 0) add(row, 'td', undefined, {class: 'gap'});
          offsets.forEach((offset) => line.push(this.cell(row, pair, offset)));
        });
        this.cells.push(line);
      }
    }

    grids(pairs) {
      const box = add(this.map, 'div', undefined, {class: 'grids'});
      for (const pair of pairs) {
        const table = add(box, 'table', undefined, {class: 'map', role: 'grid', 'aria-label': `${this.name}, ${pair.t}`});
        add(table, 'caption', pair.t);
        const body = add(table, 'tbody');
        pair.head = body;
        for (const [, offsets] of this.cpu.groups) {
          for (let start = 0; start < offsets.length; start += 16) {
            const row = add(body, 'tr');
            add(row, 'th', String(offsets[start]), {scope: 'row'});
            this.cells.push(offsets.slice(start, start + 16).map((offset) => this.cell(row, pair, offset)));
          }
        }
      }
    }

    cell(row, pair, offset) {
      const cell = cellOf(this.cpu, pair, offset);
      const [style, sign] = look(cell);
      const td = add(row, 'td', sign, {class: style, tabindex: '-1', 'data-offset': offset,
        title: `offset ${offset}, ${COLUMNS[cell.place]}: ${words(cell)}`,
        'aria-label': `offset ${offset}, ${COLUMNS[cell.place]}: ${words(cell)}`});
      const entry = {td, pair, offset};
      td.addEventListener('click', () => this.choose(pair, offset, true));
      td.addEventListener('keydown', (event) => this.key(event, entry));
      return entry;
    }

    key(event, entry) {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        this.choose(entry.pair, entry.offset, true);
        return;
      }
      const moves = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -1e6], End: [0, 1e6]};
      const move = moves[event.key];
      if (!move) return;
      event.preventDefault();
      const y = this.cells.findIndex((line) => line.includes(entry));
      const toY = Math.max(0, Math.min(this.cells.length - 1, y + move[0]));
      const toX = Math.max(0, Math.min(this.cells[toY].length - 1, this.cells[y].indexOf(entry) + move[1]));
      entry.td.tabIndex = -1;
      const next = this.cells[toY][toX].td;
      next.tabIndex = 0;
      next.focus();
    }

    choose(pair, offset, byHand) {
      this.pair = pair;
      this.offset = offset;
      for (const entry of this.cells.flat()) {
        const on = entry.pair === pair && entry.offset === offset;
        entry.td.classList.toggle('on', on);
        entry.td.setAttribute('aria-selected', String(on));
      }
      for (const other of this.cpu.pairs) if (other.head) other.head.classList.toggle('chosen', other === pair);
      this.tell();
      if (byHand && this.compact) this.panel.scrollIntoView({block: 'nearest'});
      if (byHand && this.linked && offset !== null) {
        history.replaceState(null, '', `#cpu=${this.cpu.id}&write=${pair.w}&read=${pair.r}&offset=${offset}`);
      }
    }

    tell() {
      const {pair, offset, cpu} = this;
      this.panel.replaceChildren();
      const left = add(this.panel, 'div');
      add(left, 'p').appendChild(make('strong', pair.t + (offset === null ? '' : ` at offset ${offset}`)));
      if (offset !== null) {
        const cell = cellOf(cpu, pair, offset);
        add(left, 'p', `Bytes ${offset} to ${offset + 7}, ${COLUMNS[cell.place]}.`);
        add(left, 'p', `Seen: ${words(cell)}.`);
        if (cell.strength) {
          const [word, , sentence] = cell.strength;
          add(left, 'p', `Strength: ${word}: ${sentence}.`);
          if (cell.changes > 0) add(left, 'p', `Bound: fewer than ${rate(data.ruleOfThree / cell.changes)} of the changes are torn, at 95 %.`);
        } else if (cell.note) {
          add(left, 'p', `Reason: ${cell.note}.`);
        }
        if (cell.expected > 0) {
          add(left, 'p', `Planted tears found: ${full(cell.found)} of about ${full(cell.expected)} ` +
            `(${Math.round(100 * cell.found / cell.expected)} %).`);
        }
        if (cell.torn > 0 && pair.who) add(left, 'p', `Who tore, ${COLUMNS[cell.place]}: ${pair.who[cell.place]}.`);
        const promise = pair.p ? data.promises[pair.p[cell.place]] : 'not known to this page for this CPU';
        add(left, 'p', `Promised: ${promise}.`);
        if (cell.torn > 0 && cell.state !== JVM_SPLIT && promise.startsWith('atomic') && !cpu.emulated) {
          add(left, 'p').appendChild(make('strong', '\u26a0 Contradiction: promised atomic, seen torn.'));
        }
      }
      const wits = pair.wit.filter((witness) => offset === null || witness[0] === offset).slice(0, 3);
      for (const [at, seam, before, after, seen] of wits) {
        const bytes = (hex, bar) => ((hex.length === 2 ? hex.repeat(8) : hex).match(/../g) || []).map((byte, i) => (i === bar ? '| ' : '') + byte).join(' ');
        add(left, 'p', `A tear at ${at}, seam ${seam} (bytes from the lowest address):`, {class: 'dim'});
        add(left, 'p', `before ${bytes(before, -1)}\nafter  ${bytes(after, -1)}\nseen   ${bytes(seen, seam)}`, {class: 'bytes'});
      }
      if (wits.length === 0 && offset !== null) add(left, 'p', 'No bytes of a tear are kept for this cell.', {class: 'dim'});
      const seams = Object.entries(pair.seams);
      const right = add(this.panel, 'div');
      if (seams.length === 0) { add(right, 'p', 'No tear at any offset of this write and read.', {class: 'dim'}); return; }
      const most = Math.max(...seams.map(([, count]) => count));
      const table = add(right, 'table', undefined, {class: 'bars'});
      add(table, 'caption', 'Seams, all offsets: the first byte that belongs to the other write');
      const head = add(add(table, 'thead'), 'tr');
      for (const title of ['seam', 'tears', 'share of the most frequent']) add(head, 'th', title, {scope: 'col'});
      const body = add(table, 'tbody');
      for (const [seam, count] of seams) {
        const row = add(body, 'tr');
        add(row, 'th', seam, {scope: 'row'});
        add(row, 'td', full(count), {class: 'num'});
        add(add(row, 'td'), 'div', undefined, {class: 'bar'}).style.width = `${Math.max(1, Math.round(100 * count / most))}%`;
      }
    }
  }

  const heats = new Map();
  const sections = [...document.querySelectorAll('details.cpu')];
  const runs = (cpu, host) => {
    host.replaceChildren();
    add(host, 'h4', 'Newest runs');
    const box = add(host, 'div', undefined, {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Runs'});
    const table = add(box, 'table');
    const head = add(add(table, 'thead'), 'tr');
    for (const title of ['date', 'by', 'profile', 'system', 'JVM', 'hypervisor', 'submitter', 'file']) {
      add(head, 'th', title, {scope: 'col'});
    }
    const body = add(table, 'tbody');
    for (const run of cpu.runs) {
      const row = add(body, 'tr');
      run.slice(0, 7).forEach((text) => add(row, 'td', text));
      add(row, 'td', run[7].split('/').pop(), {class: 'mono'});
    }
  };
  const open = (id) => {
    for (const section of sections) {
      const here = section.dataset.cpu === id;
      section.hidden = !here;
      section.open = here;
      if (here && !heats.has(id)) {
        heats.set(id, new Heat(byId.get(id), section.querySelector('.heat'), `Map of ${id}`, true));
        runs(byId.get(id), section.querySelector('.runs'));
      }
    }
    return heats.get(id);
  };
  const follow = (scroll) => {
    const hash = decodeURIComponent(location.hash.slice(1));
    const wanted = new URLSearchParams(hash.startsWith('cpu-') ? `cpu=${hash.slice(4)}` : hash);
    const id = wanted.get('cpu');
    if (!byId.has(id)) return false;
    const heat = open(id);
    if (wanted.has('write') || wanted.has('read')) heat.filter(wanted.get('write') || '', wanted.get('read') || '');
    if (/^\d{1,6}$/.test(wanted.get('offset') || '')) {
      heat.choose(heat.pair, Number(wanted.get('offset')), false);
      const cell = heat.cells.flat().find((entry) => entry.td.classList.contains('on'));
      if (cell) {
        heat.cells.flat().forEach((entry) => { entry.td.tabIndex = -1; });
        cell.td.tabIndex = 0;
      }
    }
    if (scroll) document.getElementById(`cpu-${id}`).scrollIntoView();
    return true;
  };

  const search = document.getElementById('search');
  const items = [...document.querySelectorAll('#cpulist li')];
  const find = () => {
    const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const item of items) {
      const text = item.textContent.toLowerCase();
      item.hidden = !terms.every((term) => text.includes(term));
      if (!item.hidden) count++;
    }
    document.getElementById('found').textContent = terms.length === 0 ? '' : count === 0
      ? 'No result of such a CPU yet: run tester sweep and send yours.' : `${count} of ${items.length}`;
  };
  search.addEventListener('input', find);
  search.addEventListener('keydown', (event) => {
    const first = items.find((item) => !item.hidden);
    if (event.key === 'Enter' && first) location.hash = `cpu=${first.querySelector('a').dataset.cpu}`;
  });

  /* The visitor's own file: read here, counted as the report counts, never sent. */
  const PIECES = (series, offset) => series.memory === 'bytebuffer' && series.tier !== 'c2' && offset % 8 !== 0 &&
    (series.write === 'plain' || series.read === 'plain');
  const count = (value) => {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error('a count is not a whole number');
    return value;
  };
  const text = (value) => {
    if (typeof value !== 'string' || value.length > 256) throw new Error('a text is missing or too long');
    return value;
  };
  const tally = (file, cpu, series, pairs) => {
    const strange = series.tier !== 'c2' || file.kind === 'jcstress';
    for (const pieces of [false, true]) {
      const chosen = series.offsets.map((offset, i) => i).filter((i) => PIECES(series, count(series.offsets[i])) === pieces);
      if (chosen.length === 0) continue;
      const title = `${text(series.write)}/${text(series.read)}${strange ? ', ' + text(file.kind === 'jcstress' ? file.kind
        : series.tier) : ''}${pieces ? ', in pieces' : ''}`;
      if (!pairs.has(title)) pairs.set(title, {t: title, w: series.write, r: series.read, cells: new Map(), seams: {}, wit: []});
      const pair = pairs.get(title);
      const notes = new Map((series.notes || []).flatMap((note) => note.offsets.map((offset) => [offset, note.reason])));
      for (const i of chosen) {
        const offset = series.offsets[i];
        const torn = count(series.torn[i]);
        const changes = count(series.changes[i]);
        const found = count((series.plantedFound || [])[i] || 0);
        const expected = count((series.plantedExpected || [])[i] || 0);
        const reason = file.kind === 'jcstress' ? 'no-controls' : notes.has(offset) ? text(notes.get(offset)) : '';
        const known = Object.hasOwn(data.reasons, reason) ? data.reasons[reason] : null;
        if (reason && !known && reason !== 'no-controls') throw new Error('a reason is unknown');
        const strength = data.strengths.findIndex((it) => it[1] === reason);
        const state = torn > 0 ? pieces ? JVM_SPLIT : TORN : known ? known[0] : reason ? WEAK : STRONG;
        const old = pair.cells.get(offset);
        const better = [TORN, JVM_SPLIT, STRONG, WEAK, FAULT, REFUSED, INCONCLUSIVE];
        const keep = old && better.indexOf(old.state) < better.indexOf(state) ? old : {state, strength,
          note: known && state !== WEAK && torn === 0 ? known[1] : ''};
        pair.cells.set(offset, {torn: torn + (old ? old.torn : 0), changes: changes + (old ? old.changes : 0),
          found: found + (old ? old.found : 0), expected: expected + (old ? old.expected : 0),
          state: keep.state, strength: keep.strength, note: keep.note});
        for (const [seam, tears] of Object.entries((series.seams || {})[offset] || {})) {
          if (/^[1-7]$/.test(seam)) pair.seams[seam] = (pair.seams[seam] || 0) + count(tears);
        }
      }
      for (const witness of series.witnesses || []) {
        if (PIECES(series, witness.offset) === pieces && [witness.before, witness.after, witness.seen].every((hex) =>
          /^0x[0-9a-f]{16}$/.test(hex))) {
          pair.wit.push([count(witness.offset), count(witness.seam), witness.before.slice(2), witness.after.slice(2),
            witness.seen.slice(2)]);
        }
      }
    }
  };
  const ownCpu = (file) => {
    if (file.schemaVersion === 1) throw new Error('it is a version 1 file, whose silences were found unreliable: sweep again');
    if (file.schemaVersion !== data.schema || !Array.isArray(file.series)) throw new Error(`not a result file of schema version ${data.schema}`);
    const environment = file.environment;
    const cpu = {id: text(environment.cpu.key), brand: text(environment.cpu.brand || environment.cpu.key),
      emulated: environment.emulated === 'yes',
      line: count(environment.lineBytes), page: count(environment.pageBytes)};
    if (cpu.line < 8 || cpu.line > 1024 || cpu.page < cpu.line) throw new Error('an impossible line or page size');
    const pairs = new Map();
    for (const series of file.series) tally(file, cpu, series, pairs);
    if (pairs.size === 0) throw new Error('nothing was tried in it');
    const published = byId.get(cpu.id);
    cpu.pairs = [...pairs.values()].map((pair) => {
      const offsets = [...pair.cells.keys()].sort((a, b) => a - b);
      const cells = offsets.map((offset) => pair.cells.get(offset));
      const same = published && published.pairs.find((other) => other.t === pair.t);
      return {t: pair.t, w: pair.w, r: pair.r, seams: pair.seams, wit: pair.wit, p: same && same.p,
        index: new Map(offsets.map((offset, i) => [offset, i])), s: cells.map((cell) => String(cell.state)).join(''),
        torn: cells.map((cell) => cell.torn), changes: cells.map((cell) => cell.changes), v: 1,
        pf: cells.map((cell) => cell.found), pe: cells.map((cell) => cell.expected), n: cells.map((cell) => cell.note),
        k: cells.map((cell) => cell.state === STRONG || cell.state === WEAK ? String(cell.strength) : '-').join('')};
    });
    return cpu;
  };
  const state = document.getElementById('ownstate');
  const view = document.getElementById('ownview');
  const show = async (file) => {
    view.replaceChildren();
    try {
      if (file.size > 524288) throw new Error('larger than 512 KB');
      const cpu = ownCpu(JSON.parse(await file.text()));
      const known = byId.has(cpu.id);
      state.textContent = `Yours: ${cpu.brand} (${cpu.id}). ` + (known ? 'Published results of this CPU are opened below.'
        : 'No result of this CPU is published yet: tester submit says how to send it.') + ' Each silence stands here for itself, not with its class. Not validated: tester validate does that.';
      view.heat = new Heat(cpu, view, 'Map of your file', false);
      if (known) open(cpu.id);
    } catch (error) {
      state.textContent = `This file cannot be shown: ${error instanceof SyntaxError ? 'it is not JSON' : error.message}.`;
    }
  };
  const input = document.getElementById('file');
  input.addEventListener('change', () => { if (input.files.length > 0) show(input.files[0]); input.value = ''; });
  const drop = document.getElementById('drop');
  for (const kind of ['dragover', 'drop']) document.addEventListener(kind, (event) => event.preventDefault());
  drop.addEventListener('dragover', () => drop.classList.add('over'));
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    drop.classList.remove('over');
    if (event.dataTransfer.files.length > 0) show(event.dataTransfer.files[0]);
  });

  for (const element of document.querySelectorAll('.js')) element.hidden = false;
  addEventListener('hashchange', () => follow(true));
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#cpu"]');
    if (link && link.getAttribute('href') === location.hash) follow(true);
  });
  if (!follow(true) && data.cpus.length > 0) open(data.cpus[0].id);
})();
