// SPDX-License-Identifier: Apache-2.0
/** The map of one CPU: every offset of every write and read. */
class Heat {
  constructor(cpu, host, name, chosen) {
    Object.assign(this, {cpu, host, name, chosen, write: '', read: '', memory: '', value: cpu.pairs[0].value, pair: null, offset: null});
    this.compact = matchMedia('(max-width: 60rem)').matches;
    host.replaceChildren();
    this.panel = add(host, 'div', undefined, {class: 'panel', role: 'status'});
    add(host, 'h4', 'Offset by offset');
    const more = matchMedia('(prefers-color-scheme: dark)').matches ? 'brighter' : 'darker';
    add(host, 'p', `The offset counts bytes from a page-aligned base. ${zeros[0].toUpperCase()}${zeros.slice(1)}; ${more}: more often. \u25cf none, strong; ` +
      `\u25cb none, weak; ${more}: more changes. Empty: untested. Choose a cell for all that is known of it; arrow keys move, Enter opens.`, {class: 'dim'});
    this.tools();
    this.map = add(host, 'div', undefined, {class: 'scroll'});
    this.draw();
  }

  tools() {
    const bar = add(this.host, 'div', undefined, {class: 'tools'});
    const {pairs} = this.cpu;
    const choices = {write: pairs.map((pair) => pair.write), read: pairs.map((pair) => pair.read)};
    const values = new Set(pairs.map((pair) => pair.value));
    if (values.size > 1) choices.value = values;
    // Where every write and read was tried in the same kinds of memory there is nothing to choose.
    if (new Set(pairs.map((pair) => pair.memories)).size > 1) choices.memory = pairs.flatMap((pair) => pair.memories);
    this.selects = new Map();
    for (const [name, words] of Object.entries(choices)) {
      const select = add(add(bar, 'label', `${name === 'memory' ? 'tried in' : name} `), 'select', undefined, {'data-filter': name});
      // Another width has other boundaries, so each value has a map of its own.
      if (name !== 'value') add(select, 'option', name === 'memory' ? 'any memory' : 'any', {value: ''});
      for (const word of new Set(words)) add(select, 'option', word, {value: word});
      select.addEventListener('change', () => this.narrow(name, select.value));
      this.selects.set(name, select);
    }
    if (choices.memory) add(bar, 'span', 'Counts are of all memories together.', {class: 'dim'});
    const toggle = add(bar, 'button', '', {type: 'button'});
    const name = () => { toggle.textContent = this.compact ? 'Show one row per write/read' : 'Show grids of 4 \u00d7 16'; };
    name();
    toggle.addEventListener('click', () => { this.compact = !this.compact; name(); this.draw(); });
  }

  /** Draws only what was chosen, and keeps the place that is shown, if the other write and read has it. */
  narrow(name, word) {
    const {pair, offset} = this;
    this[name] = word;
    this.draw();
    if (!pair || offset === null || this.drawn.length === 0) return;
    const same = this.drawn.includes(pair) ? pair : this.drawn.find((other) => other.write === pair.write && other.read === pair.read) || this.drawn[0];
    this.chosen(same, same.boundaries.has(offset) ? offset : same.shown[0]);
  }

  /** Shows what is asked for, and of what is not asked for everything. */
  filter(wanted) {
    for (const [name, select] of this.selects) {
      const word = wanted[name] || '';
      this[name] = [...select.options].some((option) => option.value === word) ? word : select.options[0].value;
      select.value = this[name];
    }
    this.draw();
  }

  draw() {
    this.cpu.memory = this.memory;
    const pairs = this.cpu.pairs.filter((pair) => pair.value === this.value && (!this.write || pair.write === this.write) &&
      (!this.read || pair.read === this.read) && (!this.memory || pair.memories.includes(this.memory)));
    this.drawn = pairs;
    this.cells = [];
    this.heads = new Map();
    this.map.replaceChildren();
    if (pairs.length === 0) add(this.map, 'p', 'No such write and read was tried.');
    else if (this.compact) this.grids(pairs);
    else this.rows(pairs);
    watch(this.map);
    if (this.cells.length > 0) this.cells[0][0].td.tabIndex = 0;
    this.show(pairs.includes(this.pair) ? this.pair : pairs[0] || null, pairs.includes(this.pair) ? this.offset : null);
  }

  rows(pairs) {
    const table = add(this.map, 'table', undefined, {class: 'map', role: 'grid', 'aria-label': this.name});
    const head = add(add(table, 'thead'), 'tr');
    add(head, 'td');
    pairs[0].groups.forEach(({title, offsets}, group) => {
      if (group > 0) add(head, 'td', undefined, {class: 'gap'});
      offsets.forEach((offset, i) => add(head, 'th', (group > 0 ? offset !== offsets[i - 1] + 1 : offset % 4 === 0) ? String(offset) : '',
        {scope: 'col', 'aria-label': `${title} ${offset}`}));
    });
    const body = add(table, 'tbody');
    for (const pair of pairs) {
      const row = add(body, 'tr');
      this.heads.set(pair, row);
      // The value is the same in all rows, and is chosen above.
      add(row, 'th', pair.title.replace(`, ${pair.width} bytes`, '').replace(', two processes', ''), {scope: 'row'});
      const line = [];
      pair.groups.forEach(({offsets}, group) => {
        if (group > 0) add(row, 'td', undefined, {class: 'gap'});
        offsets.forEach((offset) => line.push(this.cell(row, pair, offset)));
      });
      this.cells.push(line);
    }
  }

  grids(pairs) {
    const box = add(this.map, 'div', undefined, {class: 'grids'});
    for (const pair of pairs) {
      const table = add(box, 'table', undefined, {class: 'map', role: 'grid', 'aria-label': `${this.name}, ${pair.title}`});
      add(table, 'caption', pair.title);
      const body = add(table, 'tbody');
      pair.groups.forEach(({offsets}) => {
        for (let at = 0; at < offsets.length; at += 16) {
          const row = add(body, 'tr');
          add(row, 'th', String(offsets[at]), {scope: 'row'});
          this.cells.push(offsets.slice(at, at + 16).map((offset) => this.cell(row, pair, offset)));
        }
      });
    }
  }

  cell(row, pair, offset) {
    const cell = pair.cell(offset);
    const td = add(row, 'td', cell.look.sign, {class: `${cell.look.style}${offset % 16 === 0 && offset > 0 && !this.compact ? ' edge' : ''}`,
      tabindex: '-1', 'data-offset': offset, 'aria-selected': 'false',
      title: `${pair.title} at offset ${offset}, ${place(cell)}: ${words(cell)}`});
    const entry = {td, pair, offset};
    td.addEventListener('click', () => this.chosen(pair, offset));
    td.addEventListener('keydown', (event) => this.key(event, entry));
    return entry;
  }

  key(event, entry) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.chosen(entry.pair, entry.offset);
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

  /** Marks a cell and tells all about it; the caller has already decided that it is the chosen one. */
  show(pair, offset, note) {
    Object.assign(this, {pair, offset});
    for (const entry of this.cells.flat()) {
      const on = entry.pair === pair && entry.offset === offset;
      entry.td.classList.toggle('on', on);
      entry.td.setAttribute('aria-selected', String(on));
      if (on) {
        for (const other of this.cells.flat()) other.td.tabIndex = -1;
        entry.td.tabIndex = 0;
      }
    }
    for (const [other, row] of this.heads) row.classList.toggle('chosen', other === pair);
    tell(this.panel, this.cpu, pair, offset, note);
  }
}
