// SPDX-License-Identifier: Apache-2.0
/** The table of all CPUs: searched, sorted, and its parts switched on and off. */
const overview = (finder, choose, searched) => {
  const table = document.getElementById('overview');
  const search = document.getElementById('search');
  const found = document.getElementById('found');
  const sections = [...table.querySelectorAll('tbody')];
  const list = document.getElementById('answers');
  const items = [...document.querySelectorAll('#answers li')];
  const rowsOf = (section) => [...section.rows].filter((row) => !row.classList.contains('title'));
  /** Of each part the rows in the order of the data, whatever they are sorted by later. */
  const known = new Map(sections.map((section) => [section, rowsOf(section)]));
  const numbers = (row) => (row.dataset.known || '').split(' ').filter(Boolean).map(Number);
  const scopeOf = (hit) => hit.cpu ? hit.cpu.scope : page.scopes[page.known[hit.known].scope];
  /** Whether a row is about what was found: the CPU itself, what its family is promised, and what is reported of that. */
  const about = (section, row, hit) => {
    const design = hit.cpu ? hit.cpu.known : hit.known;
    if (hit.cpu && (row.dataset.words || '').includes(hit.cpu.id) || numbers(row).includes(design)) return true;
    if (section.dataset.part === 'promised') return page.scopes[known.get(section).indexOf(row)] === scopeOf(hit);
    return section.dataset.part === 'elsewhere' && numbers(row).some((number) => page.scopes[page.known[number].scope] === scopeOf(hit));
  };
  /** Of many sentences only that of the chosen CPU is shown, until somebody asks for all. */
  const few = 3;
  const more = document.getElementById('more');
  let current;
  let shownAll = false;
  let matching = items;
  const fold = () => {
    const only = matching.length > few && !shownAll ? matching.find((item) => item.dataset.cpu === current) || matching[0] : null;
    for (const item of items) item.hidden = only ? item !== only : !matching.includes(item);
    if (!more) return;
    more.hidden = matching.length <= few;
    more.textContent = shownAll ? 'Show the chosen CPU alone' : `Show all ${matching.length} CPU models`;
  };
  if (more) more.addEventListener('click', () => { shownAll = !shownAll; fold(); });
  /** The sentence of a CPU that nobody measured stands where those of the measured ones do. */
  const foreign = list ? add(list, 'li', undefined, {id: 'unmeasured', hidden: ''}) : undefined;
  const showUnmeasured = (cpus) => {
    if (!foreign) return;
    foreign.hidden = cpus.length === 0;
    foreign.replaceChildren();
    cpus.forEach((cpu, i) => {
      if (i > 0) foreign.append(' ');
      add(foreign, 'strong', cpu.name);
      foreign.append(cpu.maker ? ` (${cpu.maker}): ` : ': ', sentence(cpu));
    });
    if (cpus.length > 0) {
      for (const item of items) item.hidden = true;
      if (more) more.hidden = true;
    } else {
      fold();
    }
  };
  const design = (hit) => page.known[hit.known].unknown ? '' : page.known[hit.known].name;
  /** How somebody who typed this would call it. */
  const title = (hit) => hit.number ? `${hit.number}: ${[hit.brand, design(hit)].filter(Boolean).join(', ')}`
    : hit.typed ? `${hit.typed} (${hit.type.provider}): ${design(hit)}`
      : hit.matched && squeezed(hit.matched) !== squeezed(page.known[hit.known].name) ? `${hit.matched}: ${page.known[hit.known].name}`
        : hit.named ? `${hit.named}: ${page.known[hit.known].name}` : page.known[hit.known].name;
  const choices = (hits) => hits.forEach((hit, i) => {
    found.append(i > 0 ? ', ' : ' ');
    const cpuinfo = hit.cpuinfo || (hit.cpu ? '' : page.known[hit.known].cpuinfo);
    const button = add(found, 'button', hit.cpu ? hit.cpu.label : page.known[hit.known].name, {type: 'button'});
    if (cpuinfo && hits.length > 1) add(found, 'code', ` ${cpuinfo}`);
    button.addEventListener('click', () => choose(hit));
  });
  const say = ({terms, hits, strange}) => {
    found.replaceChildren();
    if (terms.length === 0) return;
    const [first] = hits;
    const measured = hits.filter((hit) => hit.cpu);
    if (!first) found.append('No CPU of this name is known here. What holds for any x86-64 or Arm CPU:');
    else if (strange) found.append(`The number ${strange.toUpperCase()} is not known here. What follows holds for all of: ${scopeOf(first).name}.`);
    else if (first.typed) {
      const designs = new Set(hits.map((hit) => hit.known)).size;
      found.append(hits.length === 1 ? `${title(first)}` : designs === 1 ? `${title(first)}, measured on` : `${first.typed} (${first.type.provider}) runs on several CPUs; /proc/cpuinfo tells which:`);
    } else if (hits.every((hit) => hit.through && hit.known === first.known)) {
      found.append(`${title(first)}. ${design(first)} measured, on`);
    } else if (hits.length === 1 && !first.cpu) found.append(title(first));
    else if (measured.length === hits.length) found.append(`${plural(hits.length, 'CPU model')} measured${hits.length > 1 ? ':' : ''}`);
    else found.append(`${plural(hits.length, 'CPU')} of this name:`);
    if (first && first.matched && (page.known[first.known].guesses || []).includes(first.matched)) {
      found.append(' (a guess: no source that says so was read)');
    }
    if (hits.length === 0) choices(finder.any());
    else if (hits.length > 1 || first.through) choices(hits);
    if (first && first.type) {
      found.append(' (');
      add(found, 'a', first.type.source, {href: first.type.url});
      found.append(')');
    }
    if (measured.length === 0) {
      found.append(first && !strange ? '; not measured yet. ' : ' ');
      add(found, 'a', 'Send yours', {href: '#send'});
    }
  };
  const find = () => {
    const result = finder.find(search ? search.value : '');
    const hits = result.hits.length > 0 ? result.hits : result.terms.length > 0 ? finder.any() : [];
    matching = result.terms.length === 0 ? items : items.filter((item) => hits.some((hit) => hit.cpu && hit.cpu.id === item.dataset.cpu));
    fold();
    for (const section of sections) {
      for (const row of known.get(section)) row.hidden = result.terms.length > 0 && !hits.some((hit) => about(section, row, hit));
      section.querySelector('.title').hidden = known.get(section).every((row) => row.hidden);
    }
    if (!found) return;
    say(result);
    searched(result, hits);
  };
  if (search) {
    search.addEventListener('input', find);
    search.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      const {hits: [first], place} = finder.find(search.value);
      if (first) choose(first, place);
    });
  }
  for (const box of document.querySelectorAll('#toggles input')) {
    box.addEventListener('change', () => {
      for (const part of table.querySelectorAll(`[data-part="${box.value}"]`)) part.hidden = !box.checked;
    });
  }
  for (const button of table.querySelectorAll('button.sort')) {
    button.addEventListener('click', () => {
      const head = button.closest('th');
      const upwards = head.getAttribute('aria-sort') === 'descending';
      for (const other of table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', upwards ? 'ascending' : 'descending');
      const column = Number(button.dataset.column);
      const key = (row) => row.cells[column].dataset.order === undefined ? row.cells[column].textContent.trim() : Number(row.cells[column].dataset.order);
      for (const section of sections) {
        const rows = rowsOf(section);
        rows.sort((a, b) => {
          const order = key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : 0;
          return upwards ? -order : order;
        });
        section.append(...rows);
      }
    });
  }
  fold();
  return {
    search: (text) => {
      if (!search) return;
      search.value = text;
      find();
    },
    current: (id) => {
      current = id;
      showUnmeasured([]);
    },
    title,
    showUnmeasured,
    /** Puts a dropped run above the others, in the words of the tester that made its page. */
    own: (cpu, opened) => {
      const body = table.querySelector('tbody.own') || table.insertBefore(make('tbody', undefined, {class: 'own measured'}), table.tBodies[0]);
      if (body.rows.length === 0) add(add(body, 'tr', undefined, {class: 'title'}), 'th', 'Yours', {scope: 'rowgroup', colspan: String(page.columns.length * page.kinds.length + 3)});
      for (const own of cpu.rows || []) {
        const row = add(body, 'tr');
        add(row, 'th', own.name, {scope: 'row', title: own.detail});
        page.kinds.forEach((title, kind) => page.columns.forEach((column, i) => {
          const cell = own.cells.find((one) => one.kind === kind && one.column === column);
          const td = add(row, 'td', undefined, {class: `${cell ? cell.style : 'untested'}${i === 0 ? ' group' : ''}`, title: cell ? cell.title : ''});
          if (!cell || !cell.place) td.textContent = cell ? cell.text : '';
          else add(td, 'button', cell.text, {type: 'button', class: 'sort'}).addEventListener('click', () => opened(new URLSearchParams(cell.place)));
        }));
        add(row, 'td', own.runs, {class: 'num'});
        add(row, 'td', own.newest, {class: 'num'});
      }
    },
  };
};
