  /** Two CPUs side by side, the differences first; what differs is looked up, as everything else. */
  class Compare {
    constructor(host) {
      this.host = host;
      this.bar = add(host, 'div', undefined, {class: 'tools'});
      this.selects = ['first', 'second'].map((name) => {
        const select = add(add(this.bar, 'label', `${name} `), 'select', undefined, {id: `compare-${name}`});
        select.addEventListener('change', () => this.draw());
        return select;
      });
      this.result = add(host, 'div');
    }

    offer(cpus) {
      const before = this.cpus ? this.selects.map((select) => this.cpus[select.selectedIndex]) : [];
      this.cpus = cpus;
      this.bar.hidden = cpus.length < 2;
      this.selects.forEach((select, i) => {
        select.replaceChildren(...cpus.map((cpu) => make('option', cpu.label)));
        select.selectedIndex = Math.max(cpus.includes(before[i]) ? cpus.indexOf(before[i]) : Math.min(i, cpus.length - 1), 0);
      });
      this.draw();
    }

    choose(first, second) {
      this.selects[0].selectedIndex = this.cpus.indexOf(first);
      this.selects[1].selectedIndex = this.cpus.indexOf(second);
      this.draw();
    }

    rows(first, second) {
      const titles = [...new Set([...first.pairs, ...second.pairs].map((pair) => pair.title))];
      const rows = [];
      for (const title of titles) {
        const sides = [first, second].map((cpu) => cpu.find('', '', title));
        const offsets = [...new Set(sides.flatMap((pair) => pair ? pair.offsets : []))].sort((a, b) => a - b);
        let last = null;
        for (const offset of offsets) {
          const cells = sides.map((pair) => pair ? pair.cell(offset) : {look: untested, torn: 0, changes: 0});
          const {boundary} = sides.map((pair) => pair && pair.index.has(offset) ? pair.cell(offset) : null).find((cell) => cell);
          const states = cells.map((cell) => cell.look.state);
          if (last && last.boundary === boundary && last.states[0] === states[0] && last.states[1] === states[1]) {
            last.offsets.push(offset);
            last.sums.forEach((sum, i) => { sum.torn += cells[i].torn; sum.changes += cells[i].changes; });
          } else {
            last = {title, boundary, states, offsets: [offset], difference: page.differences[states[0]][states[1]],
              sums: cells.map((cell) => ({torn: cell.torn, changes: cell.changes}))};
            rows.push(last);
          }
        }
      }
      return rows.sort((a, b) => a.difference - b.difference);
    }

    draw() {
      this.result.replaceChildren();
      const [first, second] = this.selects.map((select) => this.cpus[select.selectedIndex]);
      if (!first || !second || first === second) {
        add(this.result, 'p', this.cpus.length < 2 ? 'One CPU model is published here: drop the page of your own run above.'
          : 'Choose two, or drop the page of your own run above.');
        return;
      }
      const rows = this.rows(first, second);
      const words = page.differenceWords;
      add(this.result, 'p', words.map((word, i) => `${word}: ${full(rows.filter((row) => row.difference === i)
        .reduce((sum, row) => sum + row.offsets.length, 0))}`).join('; ') + ' (offsets of writes and reads)');
      const box = add(this.result, 'div', undefined, {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Comparison'});
      const table = add(box, 'table', undefined, {class: 'compare'});
      const head = add(add(table, 'thead'), 'tr');
      for (const title of ['', 'write/read', 'where', 'offsets', first.label, second.label]) add(head, title ? 'th' : 'td', title, title ? {scope: 'col'} : {});
      const body = add(table, 'tbody');
      for (const row of rows) {
        const line = add(body, 'tr', undefined, {class: `difference${row.difference}`});
        add(line, 'td', words[row.difference]);
        add(line, 'th', row.title, {scope: 'row'});
        add(line, 'td', page.boundaries[row.boundary].title);
        const {offsets} = row;
        const whole = offsets.every((offset, i) => i === 0 || offset === offsets[i - 1] + 1);
        add(line, 'td', offsets.length > 1 && whole ? `${offsets[0]}..${offsets[offsets.length - 1]}` : offsets.join(', '));
        row.sums.forEach((sum, i) => add(line, 'td', row.states[i] + (sum.torn > 0 ? ` ${rate(sum.torn / sum.changes)} of ${rate(sum.changes)}`
          : sum.changes > 0 ? ` in ${rate(sum.changes)}` : '')));
      }
    }
  }
