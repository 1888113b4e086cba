// SPDX-License-Identifier: Apache-2.0
/** Two CPUs or runs side by side, the differences first; what differs is looked up, as everything else. */
class Compare {
  /** Calls back when somebody chose what to compare. */
  constructor(host, chosen) {
    this.host = host;
    this.asked = false;
    this.bar = add(host, 'div', undefined, {class: 'tools'});
    this.selects = ['first', 'second'].map((name) => {
      const select = add(add(this.bar, 'label', `${name} `), 'select', undefined, {id: `compare-${name}`});
      select.addEventListener('change', () => {
        this.asked = true;
        this.draw();
        chosen();
      });
      return select;
    });
    if (alone.length === 0 && published.some((cpu) => cpu.runCount > 1)) {
      add(host, 'p', 'There are too many runs to show each on this page, so a CPU is shown with all of its runs together.', {class: 'dim'});
    }
    this.result = add(host, 'div');
  }

  offer(cpus) {
    const before = this.cpus ? this.selects.map((select) => this.cpus[select.selectedIndex]) : [];
    this.cpus = cpus;
    this.bar.hidden = cpus.length < 2;
    this.selects.forEach((select, i) => {
      select.replaceChildren(...[...new Set(cpus.map((cpu) => cpu.group))].map((group) => {
        const some = make('optgroup', undefined, {label: group});
        some.append(...cpus.filter((cpu) => cpu.group === group).map((cpu) => make('option', cpu.described)));
        return some;
      }));
      select.selectedIndex = Math.max(cpus.includes(before[i]) ? cpus.indexOf(before[i]) : 0, 0);
    });
    const [first, second] = this.selects.map((select) => cpus[select.selectedIndex]);
    if (first && first === second) this.selects[1].selectedIndex = this.other(first);
    this.draw();
  }

  /** Whom to set beside a CPU: another one, and where there is none another run. */
  other(first) {
    const another = this.cpus.findIndex((cpu) => cpu.id !== first.id);
    return another >= 0 ? another : Math.min(this.cpus.indexOf(first) + 1, this.cpus.length - 1);
  }

  /** How an address calls one of them: a run by the beginning of its digest. A dropped run has no name. */
  name(cpu) { return cpu.own ? undefined : cpu.alone ? `${cpu.id}@${cpu.digest}` : cpu.id; }

  /** What was chosen, for the address. */
  get state() {
    const names = this.asked && this.cpus ? this.selects.map((select) => this.name(this.cpus[select.selectedIndex])) : [];
    return names.length === 2 && names.every(Boolean) ? `&compare=${names.map(encodeURIComponent).join(',')}` : '';
  }

  /** Chooses what an address names. */
  restore(text) {
    const wanted = (text || '').split(',').map((name) => this.cpus.findIndex((cpu) => this.name(cpu) === name));
    if (wanted.length !== 2 || wanted.includes(-1)) return;
    this.asked = true;
    this.choose(this.cpus[wanted[0]], this.cpus[wanted[1]]);
  }

  choose(first, second) {
    this.selects[0].selectedIndex = this.cpus.indexOf(first);
    this.selects[1].selectedIndex = this.cpus.indexOf(second);
    this.draw();
  }

  /** All offsets of a write and read where both say the same make one row: inside a line, across lines, across pages. */
  rows(first, second) {
    const titles = [...new Set([...first.pairs, ...second.pairs].map((pair) => pair.title))];
    const across = page.boundaries.length - 2;
    const rows = [];
    for (const title of titles) {
      const sides = [first, second].map((cpu) => cpu.find('', '', title));
      const offsets = [...new Set(sides.flatMap((pair) => pair ? pair.offsets : []))].sort((a, b) => a - b);
      const alike = new Map();
      for (const offset of offsets) {
        const cells = sides.map((pair) => pair ? pair.cell(offset) : {look: untested, torn: 0, changes: 0});
        const {boundary} = sides.map((pair) => pair && pair.index.has(offset) ? pair.cell(offset) : null).find((cell) => cell);
        const states = cells.map((cell) => cell.look.state);
        const reasons = cells.map((cell) => cell.reason || '');
        const key = [boundary < across ? 0 : boundary, ...states, ...reasons].join();
        if (!alike.has(key)) {
          alike.set(key, {title, states, reasons, boundaries: new Set(), offsets: [], difference: page.differences[states[0]][states[1]],
            sums: cells.map(() => ({torn: 0, changes: 0, rates: []}))});
        }
        const row = alike.get(key);
        row.boundaries.add(boundary);
        row.offsets.push(offset);
        row.sums.forEach((sum, i) => {
          sum.torn += cells[i].torn;
          sum.changes += cells[i].changes;
          // One number, or the lowest and the highest where the memories and files of the place differ tenfold.
          if (cells[i].torn > 0) sum.rates.push(...cells[i].rate.slice(1), cells[i].torn / cells[i].changes);
        });
      }
      rows.push(...alike.values());
    }
    return rows;
  }

  draw() {
    this.result.replaceChildren();
    const [first, second] = this.selects.map((select) => this.cpus[select.selectedIndex]);
    if (!first || !second || first === second) {
      add(this.result, 'p', this.cpus.length < 2 ? 'One run is published here: drop the page of your own above.'
        : 'Choose two, or drop the page of your own run above.');
      return;
    }
    const rows = this.rows(first, second);
    const kinds = page.differenceWords.map((words, kind) => {
      const some = rows.filter((row) => row.difference === kind);
      return {words, kind, some, count: some.reduce((sum, row) => sum + row.offsets.length, 0)};
    });
    add(this.result, 'p', kinds.map(({words, count}) => `${words}: ${full(count)}`).join('; ') + ' (cells: an offset of a write and read)');
    // What agrees is counted, and listed for who wants it.
    const telling = kinds.findIndex(({words}) => words === page.sameWords);
    for (const {words, kind, some, count} of kinds.filter((one) => one.count > 0)) {
      const fold = add(this.result, 'details');
      fold.open = kind === 0 || kind < telling && some.length <= 12;
      add(fold, 'summary', `${words}: ${plural(count, 'offset')} of ${plural(new Set(some.map((row) => row.title)).size, 'write and read').replace(/write and reads$/, 'writes and reads')}`);
      // A closed list is made when somebody opens it.
      const list = () => { if (fold.open && fold.children.length === 1) this.table(fold, first, second, some, kind); };
      fold.addEventListener('toggle', list);
      list();
    }
  }

  table(host, first, second, rows, kind) {
    const box = add(host, 'div', undefined, {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Comparison: ${page.differenceWords[kind]}`});
    const table = add(box, 'table', undefined, {class: 'compare'});
    const head = add(add(table, 'thead'), 'tr');
    const [a, b] = [first, second].map((cpu) => first.label !== second.label ? cpu.label : cpu.alone ? cpu.described.split(':')[0] : cpu.described);
    for (const title of ['write/read', 'where', a, b]) add(head, 'th', title, {scope: 'col'});
    const body = add(table, 'tbody');
    for (const row of rows) {
      const line = add(body, 'tr', undefined, {class: `difference${kind}`});
      add(line, 'th', row.title, {scope: 'row'});
      const where = add(line, 'td', [...row.boundaries].map((boundary) => page.boundaries[boundary].title).join(', '));
      add(where, 'span', ` at ${ranges(row.offsets)}`, {class: 'dim'});
      row.sums.forEach((sum, i) => add(line, 'td', seenIn(row.states[i], sum) + (row.reasons[i] && `: ${row.reasons[i]}`)));
    }
    watch(box);
  }
}

/** Neighbouring numbers as from..to. */
const ranges = (numbers) => {
  const all = [];
  for (const number of numbers) {
    const last = all[all.length - 1];
    if (last && last[1] === number - 1) last[1] = number;
    else all.push([number, number]);
  }
  return all.map(([from, to]) => from === to ? from : `${from}..${to}`).join(', ');
};

/** What one side saw at all offsets of a row together; where they differ tenfold or more, the range. */
const seenIn = (state, {torn, changes, rates}) => {
  if (torn > 0) {
    const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
    const told = state === 'torn' || state === 'jvm-split' ? state : `${state}: torn`;
    return `${told} ${highest >= 10 * lowest ? `${chance(lowest)} to ${chance(highest)}` : chance(torn / changes)} of ${many(changes)}`;
  }
  const [word, strength] = state.split(', ');
  return word + (changes > 0 ? ` in ${many(changes)}` : '') + (strength ? `, ${strength}` : '');
};
