  /** The table of all CPUs: searched, sorted, and its parts switched on and off. */
  const overview = (openFirst) => {
    const table = document.getElementById('overview');
    const search = document.getElementById('search');
    const found = document.getElementById('found');
    const sections = [...table.querySelectorAll('tbody')];
    const items = [...document.querySelectorAll('#answers li')];
    // Names, not numbers: the cells are full of digits.
    const hits = (element, terms) => {
      const text = `${(element.cells ? element.cells[0] : element).textContent} ${element.dataset.words || ''}`.toLowerCase();
      return terms.every((term) => text.includes(term));
    };
    const shortest = 3;
    const find = () => {
      const terms = search ? search.value.toLowerCase().split(/\s+/).filter(Boolean) : [];
      let count = 0;
      let measured = 0;
      for (const item of items) {
        item.hidden = !hits(item, terms);
        if (!item.hidden) measured++;
      }
      for (const section of sections) {
        const rows = [...section.rows].filter((row) => !row.classList.contains('title'));
        // What others report and what vendors promise is found by any of the longer words, if none has them all: nobody
        // lists every model number.
        const any = ['promised', 'elsewhere'].includes(section.dataset.part) && !rows.some((row) => hits(row, terms));
        for (const row of rows) {
          row.hidden = any ? !terms.some((term) => term.length >= shortest && hits(row, [term])) : !hits(row, terms);
          if (!row.hidden) count++;
        }
      }
      if (!found) return;
      if (count === 0) for (const row of table.querySelectorAll('.promised tr')) row.hidden = false;
      found.textContent = terms.length === 0 ? '' : measured > 0 ? `${plural(measured, 'CPU model')} measured`
        : count > 0 ? 'Not measured yet; reported and promised below. Send yours.'
        : 'No such name is known here. Add the brand: Xeon, EPYC, Graviton. Below: what vendors promise.';
    };
    if (search) {
      search.addEventListener('input', find);
      search.addEventListener('keydown', (event) => {
        const first = items.find((item) => !item.hidden);
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
  };
