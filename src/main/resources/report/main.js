  const heats = new Map();
  const own = [];
  const sections = [...document.querySelectorAll('details.cpu[data-cpu]')];
  const notice = document.getElementById('notice');
  const ownView = document.getElementById('ownview');
  const host = document.getElementById('ruler');
  const ruler = new Ruler(host, (cpu, pair, offset) => choose(cpu, pair, offset));
  const compare = new Compare(document.getElementById('comparison'));

  const runs = (cpu, into) => {
    into.replaceChildren();
    add(into, 'h4', 'Newest runs');
    const box = add(into, 'div', undefined, {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Runs'});
    const table = add(box, 'table');
    const head = add(add(table, 'thead'), 'tr');
    for (const title of page.runColumns) add(head, 'th', title, {scope: 'col'});
    const body = add(table, 'tbody');
    for (const run of cpu.runs) {
      const row = add(body, 'tr');
      run.slice(0, -1).forEach((text) => add(row, 'td', text));
      add(row, 'td', run[run.length - 1].split('/').pop(), {class: 'mono'});
    }
  };

  const link = (cpu, pair, offset) => `#cpu=${cpu.id}&write=${pair.write}&read=${pair.read}` +
    (pair.title === `${pair.write}/${pair.read}` ? '' : `&pair=${encodeURIComponent(pair.title)}`) +
    (offset === null ? '' : `&offset=${offset}`);

  /** Opens a CPU's section and closes the others. */
  const open = (cpu) => {
    for (const section of sections) {
      const here = section.dataset.cpu === cpu.id;
      section.hidden = !here;
      section.open = here;
      if (here && !heats.has(cpu)) {
        heats.set(cpu, new Heat(cpu, section.querySelector('.heat'), `Map of ${cpu.id}`, (pair, offset) => choose(cpu, pair, offset)));
        runs(cpu, section.querySelector('.runs'));
      }
    }
    return heats.get(cpu);
  };

  /** The one place that everything chosen passes through: ruler, map, panel and address follow. */
  const choose = (cpu, pair, offset) => {
    const heat = cpu.own ? heats.get(cpu) : open(cpu);
    if (!heat.drawn.includes(pair)) heat.filter({value: pair.value});
    heat.show(pair, offset);
    ruler.show(cpu, pair, offset);
    if (!cpu.own) history.replaceState(null, '', link(cpu, pair, offset));
    notice.textContent = '';
  };

  const follow = (scroll) => {
    const hash = location.hash.slice(1);
    const wanted = new URLSearchParams(hash.startsWith('cpu-') ? `cpu=${hash.slice(4)}` : hash);
    const id = wanted.get('cpu');
    if (id === null) return false;
    const cpu = byId.get(id);
    if (!cpu) {
      notice.textContent = `No result of a CPU that is called ${id} is in this page. Search for yours below.`;
      return false;
    }
    const heat = open(cpu);
    const narrow = wanted.has('write') !== wanted.has('read');
    const pair = cpu.find(wanted.get('write') || '', wanted.get('read') || '', wanted.get('pair'));
    heat.filter({value: (pair || cpu.pairs[0]).value, write: narrow ? wanted.get('write') || '' : '', read: narrow ? wanted.get('read') || '' : ''});
    const text = wanted.get('offset');
    const offset = /^\d{1,6}$/.test(text || '') && (pair || cpu.pairs[0]).boundaries.has(Number(text)) ? Number(text) : null;
    heat.show(pair || cpu.pairs[0], offset);
    ruler.show(cpu, pair || cpu.pairs[0], offset);
    notice.textContent = !pair ? 'No such write and read was tried on this CPU.'
      : text !== null && offset === null ? `Nothing was tried at the offset ${text} on this CPU.` : '';
    if (scroll) document.getElementById(`cpu-${id}`).scrollIntoView();
    return true;
  };

  /* The visitor's own run: read here, judged by the tester that made its page, never sent. */
  const offer = () => {
    const all = [...own, ...published];
    ruler.offer(all);
    host.hidden = all.length === 0;
    compare.offer(all);
  };
  const take = async (file) => {
    const state = document.getElementById('ownstate');
    try {
      if (file.size > 8388608) throw new Error('larger than 8 MB');
      const cpus = foreign(await file.text());
      if (cpus.length === 0) throw new Error('there is no result in it');
      const [cpu] = cpus;
      own.unshift(cpu);
      const known = byId.get(cpu.id);
      state.textContent = `Yours: ${cpu.name} (${cpu.id}). ` + (known ? 'Compared with the published results below.'
        : 'No result of this CPU is published here yet: tester submit says how to send it.');
      ownView.replaceChildren();
      heats.set(cpu, new Heat(cpu, ownView, 'Map of your run', (pair, offset) => choose(cpu, pair, offset)));
      offer();
      if (known) compare.choose(cpu, known);
      ruler.show(cpu, cpu.pairs[0], null);
      heats.get(cpu).show(cpu.pairs[0], ruler.offset);
    } catch (error) {
      state.textContent = `This file cannot be shown: ${error instanceof SyntaxError || error instanceof TypeError ? 'its data are not whole' : error.message}.`;
    }
  };
  const input = document.getElementById('file');
  input.addEventListener('change', () => { for (const file of input.files) take(file); input.value = ''; });
  const drop = document.getElementById('drop');
  for (const kind of ['dragover', 'drop']) document.addEventListener(kind, (event) => event.preventDefault());
  drop.addEventListener('dragover', () => drop.classList.add('over'));
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    drop.classList.remove('over');
    for (const file of event.dataTransfer.files) take(file);
  });

  overview((id) => { location.hash = `cpu=${id}`; });
  for (const element of document.querySelectorAll('.js')) element.hidden = false;
  offer();
  addEventListener('hashchange', () => follow(true));
  document.addEventListener('click', (event) => {
    const target = event.target.closest('a[href^="#cpu"]');
    if (target && target.getAttribute('href') === location.hash) follow(true);
  });
  if (!follow(true) && published.length > 0) {
    const heat = open(published[0]);
    ruler.show(published[0], heat.pair, null);
    heat.show(heat.pair, ruler.offset);
  }
})();
