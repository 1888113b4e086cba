// SPDX-License-Identifier: Apache-2.0
const heats = new Map();
const own = [];
const views = new Map();
/** What was chosen last of a CPU that somebody measured. */
let measured;
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

/** Opens a CPU's section and closes the others; of a CPU that nobody measured there is none. */
const nosection = document.getElementById('nosection');
const open = (cpu) => {
  nosection.textContent = cpu.unmeasured ? `${cpu.name}: not measured, so there is no experiment to show.` : '';
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
  notice.textContent = '';
  if (cpu.unmeasured) {
    open(cpu);
    ruler.show(cpu, pair, offset);
    return;
  }
  measured = [cpu, pair, offset];
  table.current(cpu.id);
  if (cpu.own) ownView.replaceChildren(views.get(cpu));
  const heat = cpu.own ? heats.get(cpu) : open(cpu);
  if (!heat.drawn.includes(pair)) heat.filter({value: pair.value});
  heat.show(pair, offset);
  ruler.show(cpu, pair, offset);
  if (!cpu.own) history.replaceState(null, '', link(cpu, pair, offset));
};

/** Says above everything that an address leads nowhere, and shows no other CPU instead of the one that it names. */
const nowhere = (text) => {
  notice.textContent = text;
  notice.scrollIntoView({block: 'nearest'});
};

/** What is there instead of a write and read that nobody tried. */
const others = (cpu, pair, offset) => {
  const links = (side) => cpu.pairs.filter((other) => other[side] === pair[side] && other.value === pair.value)
    .flatMap((other, i) => [...(i > 0 ? [', '] : []), [other.title, link(cpu, other, offset)]]);
  return ['write', 'read'].flatMap((side) => links(side).length > 0 ? [` Tried with this ${side}: `, ...links(side), '.'] : []);
};

const follow = (scroll) => {
  const hash = location.hash.slice(1);
  const wanted = new URLSearchParams(hash.startsWith('cpu-') ? `cpu=${hash.slice(4)}` : hash);
  const id = wanted.get('cpu');
  notice.textContent = '';
  if (wanted.has('search') && ruler.pair) {
    table.search(wanted.get('search'));
    return true;
  }
  if (id === null) {
    if (hash && !wanted.has('search') && !document.getElementById(hash)) nowhere(`Nothing on this page is called #${hash}.`);
    return false;
  }
  const cpu = byId.get(id);
  if (!cpu) {
    if (published.length === 0) return false;
    const missing = unmeasured(id, [], []);
    const [like] = published.map((other) => other.find(wanted.get('write'), wanted.get('read'), wanted.get('pair'))).filter(Boolean);
    const same = missing.pairs.find((other) => other.write === wanted.get('write') && other.read === wanted.get('read')) || missing.pairs.find((other) => like && other.raw.kind === like.raw.kind) || missing.pairs[0];
    const at = Number(wanted.get('offset') || 60);
    choose(missing, same, same.boundaries.has(at) ? at : 60);
    nowhere(`No result for ${id} on this page. Search for your CPU below.`);
    return true;
  }
  const heat = open(cpu);
  const write = wanted.get('write');
  const read = wanted.get('read');
  const title = wanted.get('pair');
  const asked = [write, read, title, wanted.get('offset')].some((word) => word !== null);
  const kept = !asked && ruler.pair ? cpu.find('', '', ruler.pair.title) : undefined;
  const found = kept || cpu.find(write || '', read || '', title);
  const pair = found || cpu.untried(title || `${write || 'any write'}/${read || 'any read'}`, write, read);
  const narrow = found && (write === null) !== (read === null);
  heat.filter({value: pair.value, write: narrow ? write || '' : '', read: narrow ? read || '' : ''});
  const text = wanted.get('offset');
  const offset = /^\d{1,6}$/.test(text || '') ? Number(text) : kept && pair.boundaries.has(ruler.offset) ? ruler.offset : null;
  const alike = offset === null ? undefined : pair.alike(offset);
  const note = !found ? [`${pair.title} was not tried on ${cpu.name}.`, ...others(cpu, pair, offset)]
    : text !== null && offset === null ? [`${text} is no offset.`]
      : offset !== null && !pair.boundaries.has(offset) ? [`Nothing was tried at offset ${offset}.`,
        ...(alike === undefined ? [] : [' It lies in its line as offset ', [String(alike), link(cpu, pair, alike)], ' does.'])]
        : [];
  table.current(id);
  measured = [cpu, found || cpu.pairs[0], pair.boundaries.has(offset) ? offset : null];
  heat.show(pair, offset, note);
  ruler.show(cpu, pair, offset, note);
  if (scroll) document.getElementById(`cpu-${id}`).scrollIntoView();
  return true;
};

/* The visitor's own run: read here, judged by the tester that made its page, never sent. */
const offer = () => {
  const all = [...own, ...published];
  ruler.offer(all);
  host.hidden = all.length === 0;
  compare.offer([...all, ...alone]);
};
const take = async (file) => {
  const state = document.getElementById('ownstate');
  try {
    if (file.size > 8388608) throw new Error('larger than 8 MB');
    const cpus = foreign(await file.text());
    if (cpus.length === 0) throw new Error('there is no result in it');
    for (const cpu of cpus) {
      if (own.some((other) => other.described === cpu.described)) cpu.file = file.name;
      views.set(cpu, make('div'));
      heats.set(cpu, new Heat(cpu, views.get(cpu), 'Map of your run', (pair, offset) => choose(cpu, pair, offset)));
    }
    own.unshift(...cpus);
    const [cpu] = cpus;
    const known = byId.get(cpu.id);
    const similar = published.find((other) => other.design === cpu.design && cpu.design !== 'unknown');
    state.textContent = `Yours: ${cpu.name} (${cpu.id})${cpus.length > 1 ? ` and ${cpus.length - 1} more` : ''}. ` +
      (known ? 'Compared below with the published results of this CPU model.'
        : similar ? `No result of this CPU model is published here yet, but ${cpu.design} is measured, on ${similar.name}: compared with that below. `
          : 'No result of this CPU model or its design is published here yet. ');
    if (!known && document.getElementById('send')) add(state, 'a', 'Send yours', {href: '#send'});
    offer();
    compare.choose(cpu, known || similar || published[0]);
    choose(cpu, cpu.pairs[0], ruler.gravest(cpu.pairs[0]));
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

/** The search: the ruler and the card show what it found, and of a CPU that nobody measured what is known of it. */
const searched = (text, name, ids, families, reported) => {
  if (!text) {
    if (ruler.cpu && ruler.cpu.unmeasured && measured) choose(...measured);
    return;
  }
  if (published.length === 0) return;
  const {pair} = ruler;
  if (ids.length > 0) {
    const cpu = byId.get(ids[0]);
    if (ids.includes(ruler.cpu.id)) return;
    const same = cpu.find('', '', pair.title) || cpu.pairs.find((other) => other.raw.kind === pair.raw.kind) || cpu.pairs[0];
    choose(cpu, same, same.boundaries.has(ruler.offset) ? ruler.offset : ruler.gravest(same));
    return;
  }
  const cpu = unmeasured(name, families.map((number) => page.families[number]), reported.map((number) => page.reported[number]));
  const same = cpu.find('', '', pair.title) || cpu.pairs.find((other) => other.raw.kind === pair.raw.kind) || cpu.pairs[0];
  choose(cpu, same, same.boundaries.has(ruler.offset) ? ruler.offset : same.shown[0]);
  history.replaceState(null, '', `#search=${encodeURIComponent(text)}`);
};

const table = overview((id) => { location.hash = `cpu=${id}`; }, searched);
for (const element of document.querySelectorAll('.js')) element.hidden = false;
// Without scripts these lead to their CPU's row.
for (const element of document.querySelectorAll('a[data-at]')) {
  element.setAttribute('href', `${element.getAttribute('href').replace('#cpu-', '#cpu=')}&${element.dataset.at}`);
}
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
  measured = [published[0], heat.pair, ruler.offset];
}
const sought = new URLSearchParams(location.hash.slice(1)).get('search');
if (sought !== null) table.search(sought);
