// SPDX-License-Identifier: Apache-2.0
/** The table of all CPUs: searched, sorted, and its parts switched on and off. */
const overview = (openFirst, searched) => {
  const table = document.getElementById('overview');
  const search = document.getElementById('search');
  const found = document.getElementById('found');
  const sections = [...table.querySelectorAll('tbody')];
  const items = [...document.querySelectorAll('#answers li')];
  /** Rows in the order of the data, whatever they are sorted by later. */
  const rowsOf = (part) => [...table.querySelectorAll(`[data-part="${part}"] tr:not(.title)`)];
  const known = {promised: rowsOf('promised'), elsewhere: rowsOf('elsewhere')};
  const numbersOf = (part) => known[part].map((row, number) => row.hidden ? -1 : number).filter((number) => number >= 0);
  const shortest = 3;
  /** Written together: zen4 is Zen 4, and graviton 3 Graviton3. */
  const whole = (terms) => terms.join('').replace(/[^a-z0-9]/g, '');
  const tells = (term) => term.length >= shortest || /[a-z]\d/.test(term);
  /** A number is looked for whole: Graviton 5 is not in A53, and Graviton 2 not in LSE2. */
  const holds = (text, term) => /^\d+$/.test(term) ? new RegExp(`(?:^|[^a-z0-9])${term}(?:\\D|$)`).test(text) : text.includes(term);
  // Names, not numbers: the cells are full of digits.
  const hits = (element, terms) => {
    const text = `${(element.cells ? element.cells[0] : element).textContent} ${element.dataset.words || ''}`.toLowerCase();
    return terms.every((term) => holds(text, term)) || whole(terms).length > shortest && whole([text]).includes(whole(terms));
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
  const series = page.models.map((model) => ({...model, pattern: new RegExp(`(?:^| )(${model.numbers})(?= |$)`, 'i')}));
  /** The series that a number in the text may be of; a brand beside it decides. */
  const numbered = (text, terms) => {
    const brands = new Set(series.filter((one) => terms.some((term) => one.words.includes(term))).map((one) => one.brand));
    return series.map((one, index) => ({...one, index: String(index), match: one.pattern.exec(text)}))
      .filter((one) => one.match && (brands.size === 0 || brands.has(one.brand)));
  };
  const name = (hit) => hit.brand + (hit.design ? `, ${hit.design}` : '');
  const say = (terms, models, measured, count) => {
    if (terms.length === 0) return '';
    const names = [...new Set(models.map(name))];
    const number = names.length === 0 ? '' : `${models[0].match[1].toUpperCase()}: ${names.join('; or ')}.${names.length > 1 ? ' The brand tells which.' : ''} `;
    // A number tells a design, which may have been measured on a CPU of another name.
    const others = measured.filter((item) => !models.some((one) => item.textContent.toUpperCase().includes(one.match[1].toUpperCase())));
    if (models.length > 0 && measured.length > 0 && others.length === measured.length) {
      return `${number}${[...new Set(models.map((one) => one.design))].join(', ')} measured, on ${[...new Set(measured.map((item) => item.dataset.brand))].join(', ')}`;
    }
    if (measured.length > 0) return `${number}${plural(measured.length, 'CPU model')} measured`;
    const shown = [...known.promised, ...known.elsewhere].filter((row) => !row.hidden);
    const stranger = number ? undefined : terms.find((term) => /\d{3}/.test(term) && !shown.some((row) => hits(row, [term])));
    const below = [numbersOf('elsewhere').length > 0 ? 'reported' : '', numbersOf('promised').length > 0 ? 'promised' : ''].filter(Boolean).join(' and ');
    return number || (count > 0 && !stranger) ? `${number}Not measured yet; ${below} below. `
      : count > 0 ? `The number ${stranger.toUpperCase()} is not known here; below, what is of the other words. `
      : 'No such name is known here. Add the brand: Xeon, EPYC, Graviton. Below: what vendors promise. ';
  };
  const find = () => {
    const text = search ? search.value.toLowerCase().replace(/[^a-z0-9+.-]+/g, ' ').trim() : '';
    const terms = text.split(' ').filter(Boolean);
    const models = numbered(text, terms);
    const covered = (element) => (element.dataset.models || '').split(' ').some((index) => models.some((model) => model.index === index));
    let count = 0;
    const measured = items.filter((item) => covered(item) || hits(item, terms));
    matching = measured;
    fold();
    for (const section of sections) {
      const rows = [...section.rows].filter((row) => !row.classList.contains('title'));
      // What others report and what vendors promise is found by any of the longer words, if none has them all: the
      // question may have more words than a name. A number that is known decides instead.
      const loose = ['promised', 'elsewhere'].includes(section.dataset.part) && !rows.some((row) => hits(row, terms));
      for (const row of rows) {
        row.hidden = !(covered(row) || (models.length > 0 && loose ? section.dataset.part === 'elsewhere' && models.some((model) => hits(row, [model.brand.toLowerCase()]))
          : loose ? terms.some((term) => tells(term) && hits(row, [term])) : hits(row, terms)));
        if (!row.hidden) count++;
      }
      section.querySelector('.title').hidden = rows.every((row) => row.hidden);
    }
    if (!found) return;
    const strange = count === 0;
    if (count === 0) for (const row of table.querySelectorAll('.promised tr')) row.hidden = false;
    found.textContent = say(terms, models, measured, count);
    if (terms.length > 0 && measured.length === 0) add(found, 'a', 'Send yours', {href: '#send'});
    searched(text, models.length > 0 ? models[0].match[1].toUpperCase() : search.value.trim(), measured.map((item) => item.dataset.cpu),
      strange ? [] : numbersOf('promised'), strange ? [] : numbersOf('elsewhere'));
  };
  if (search) {
    search.addEventListener('input', find);
    search.addEventListener('keydown', (event) => {
      const [first] = matching;
      if (event.key !== 'Enter') return;
      if (first) openFirst(first.dataset.cpu);
      else table.querySelector('tr:not(.title):not([hidden]) th a').focus();
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
        const rows = [...section.rows].filter((row) => !row.classList.contains('title'));
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
      fold();
    },
  };
};
