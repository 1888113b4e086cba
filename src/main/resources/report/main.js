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
const finder = new Finder(published);
const ruler = new Ruler(host, (cpu, pair, offset) => choose(cpu, pair, offset), (id) => meet(finder.resolve(id)));
const compare = new Compare(document.getElementById('comparison'), () => address(true));

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
  watch(box);
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

const heading = document.title;
/** What is shown, in the address: the visitor's own run has none. A step that somebody may want to go back is kept. */
const address = (step) => {
  const {cpu, pair, offset} = ruler;
  document.title = `${cpu.label}: ${pair.title} at ${offset} \u2013 ${heading}`;
  if (cpu.own) return;
  const hash = link(cpu, pair, offset) + compare.state;
  if (hash === location.hash) return;
  if (step) history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
};

/** Shows a CPU, a write and read and an offset everywhere: ruler, sentence, map and panel follow. */
const show = (cpu, pair, offset, note) => {
  notice.textContent = '';
  if (cpu.unmeasured) {
    open(cpu);
    table.showUnmeasured(unknown.includes(cpu) ? unknown : [cpu]);
    ruler.show(cpu, pair, offset, note);
    return;
  }
  measured = [cpu, pair, offset];
  table.current(cpu.id);
  if (cpu.own) ownView.replaceChildren(views.get(cpu));
  const heat = cpu.own ? heats.get(cpu) : open(cpu);
  if (!heat.drawn.includes(pair)) heat.filter({value: pair.value, memory: heat.memory});
  heat.show(pair, offset, note);
  ruler.show(cpu, pair, offset, note);
};

/** The place that was shown before somebody began to type: half a number may look like an offset. */
let before;
/** The one place that everything chosen passes through. */
const choose = (cpu, pair, offset) => {
  before = undefined;
  const step = ruler.cpu !== cpu || ruler.pair !== pair;
  show(cpu, pair, offset);
  address(step);
};

/** The CPUs that stand for a name that nobody knows. */
let unknown = [];
/** The CPU of a hit of the search: a measured one, or what is known of it under the name that was typed. */
const cpuOf = (hit) => {
  if (hit.cpu) return hit.cpu;
  const {known} = hit;
  const id = hit.number ? `${hit.brand} ${hit.number}`.toLowerCase() : hit.typed && hit.type.cpus[0][0] === known ? hit.typed.toLowerCase() : page.known[known].id;
  return unmeasured(known, id, hit.typed && id === page.known[known].id ? page.known[known].name : table.title(hit));
};

/** The place that somebody chose; what the page began with, nobody chose. */
const shown = () => location.hash.startsWith('#cpu') ? {pair: ruler.pair, offset: ruler.offset} : {};

/** Shows a CPU at the place that was asked for, and what of it was not asked for as it was shown before. */
const take = (cpu, {pair, offset}, place = {}) => {
  const [write, read] = page.usualPair.split('/');
  const same = place.write || place.read ? cpu.pair(place.write || (pair || {write}).write, place.read || (pair || {read}).read, 8, 1)
    : pair ? cpu.like(pair) : cpu.pair(write, read, 8, 1);
  const named = cpu.unmeasured || place.write || place.read || cpu.pairs.includes(same);
  const chosen = named ? same : cpu.find('', '', undefined, 8, 1) || cpu.pairs[0];
  show(cpu, chosen, [place.offset, offset].find((one) => chosen.boundaries.has(one)) ?? ruler.gravest(chosen));
};

/** Goes to the CPU of a hit, at the place that is named beside it or else at the one that is shown. */
const meet = (hit, place) => {
  take(cpuOf(hit), shown(), place);
  before = undefined;
  address(true);
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
  const hit = finder.resolve(id);
  unknown = hit ? [] : finder.any().map(cpuOf);
  const cpu = hit ? cpuOf(hit) : unknown[0];
  const width = page.widths[wanted.get('width')] === undefined ? undefined : Number(wanted.get('width'));
  const processes = ['1', '2'].includes(wanted.get('processes')) ? Number(wanted.get('processes')) : undefined;
  compare.restore(wanted.get('compare'));
  if (cpu.unmeasured) {
    const modes = [wanted.get('write'), wanted.get('read')].map((mode, i) => [page.chosenWrites, page.chosenReads][i].includes(mode) ? mode : undefined);
    const [usualWrite, usualRead] = page.usualPair.split('/');
    const pair = width > 8 ? cpu.pair('plain', 'plain', width, processes || 1) : cpu.pair(modes[0] || usualWrite, modes[1] || usualRead, width || 8, processes || 1);
    cpu.memory = page.writes[wanted.get('memory')] ? wanted.get('memory') : '';
    const at = wanted.get('offset');
    const offset = /^\d{1,6}$/.test(at || '') && pair.boundaries.has(Number(at)) ? Number(at) : ruler.gravest(pair);
    show(cpu, pair, offset);
    document.title = `${cpu.label}: ${pair.title} at ${offset} \u2013 ${heading}`;
    if (!hit) nowhere(`No CPU called ${id} is known here. What follows holds for any x86-64 or Arm CPU.`);
    return true;
  }
  const heat = open(cpu);
  const write = wanted.get('write');
  const read = wanted.get('read');
  const title = wanted.get('pair');
  const asked = [write, read, title, wanted.get('offset'), wanted.get('width'), wanted.get('processes')].some((word) => word !== null);
  const kept = !asked && ruler.pair && !ruler.pair.raw.untried ? cpu.find('', '', ruler.pair.title) : undefined;
  const found = kept || cpu.find(write || '', read || '', title, width, processes);
  const pair = found || cpu.untried(write || 'any write', read || 'any read', width, processes, title || undefined);
  const narrow = found && (write === null) !== (read === null);
  heat.filter({value: pair.value, write: narrow ? write || '' : '', read: narrow ? read || '' : '', memory: wanted.get('memory') || ''});
  const text = wanted.get('offset');
  const offset = /^\d{1,6}$/.test(text || '') ? Number(text) : kept && pair.boundaries.has(ruler.offset) ? ruler.offset : null;
  const alike = offset === null ? undefined : pair.alike(offset);
  const note = !found ? [`${pair.title} was not tried on ${cpu.name}.`, ...others(cpu, pair, offset)]
    : text !== null && offset === null ? [`${text} is no offset.`]
      : offset !== null && !pair.boundaries.has(offset) ? [`Nothing was tried at offset ${offset}.`,
        ...(alike === undefined ? [] : [' It lies in its line as offset ', [String(alike), link(cpu, pair, alike)], ' does.'])]
        : [];
  table.current(cpu.id);
  measured = [cpu, found || cpu.pairs[0], pair.boundaries.has(offset) ? offset : null];
  heat.show(pair, offset, note);
  ruler.show(cpu, pair, offset, note);
  document.title = `${cpu.label}: ${pair.title} at ${ruler.offset} \u2013 ${heading}`;
  if (scroll) document.getElementById(`cpu-${cpu.id}`).scrollIntoView();
  return true;
};

/* The visitor's own run: read here, judged by the tester that made its page, never sent. */
const offer = () => {
  const all = [...own, ...published];
  ruler.offer(all);
  host.hidden = all.length === 0;
  compare.offer([...all, ...alone]);
};
const receive = async (file) => {
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
    table.own(cpus[0], (at) => {
      const pair = cpus[0].find(at.get('write'), at.get('read'), at.get('pair')) || cpus[0].pairs[0];
      choose(cpus[0], pair, Number(at.get('offset')));
    });
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
    state.textContent = `This file cannot be shown: ${error instanceof SyntaxError || error instanceof TypeError ? 'its data are incomplete' : error.message}.`;
  }
};
const input = document.getElementById('file');
input.addEventListener('change', () => { for (const file of input.files) receive(file); input.value = ''; });
const drop = document.getElementById('drop');
for (const kind of ['dragover', 'drop']) document.addEventListener(kind, (event) => event.preventDefault());
drop.addEventListener('dragover', () => drop.classList.add('over'));
drop.addEventListener('dragleave', () => drop.classList.remove('over'));
drop.addEventListener('drop', (event) => {
  drop.classList.remove('over');
  for (const file of event.dataTransfer.files) receive(file);
});

/** The search: sentence, ruler and card show what it found, and of a name that nobody knows what holds all the same. */
const searched = (result, hits) => {
  unknown = [];
  const {terms, place} = result;
  if (terms.length === 0 && !place) {
    before = undefined;
    if (ruler.cpu && ruler.cpu.unmeasured && measured) choose(...measured);
    return;
  }
  if (hits.length === 0 && (terms.length > 0 || !ruler.cpu)) return;
  if (terms.length > 0 && result.hits.length === 0) unknown = hits.map(cpuOf);
  const stays = hits.length === 0 || hits.some((hit) => hit.cpu && hit.cpu === ruler.cpu);
  if (stays && !place && !before) return;
  before = before || shown();
  take(stays ? ruler.cpu : cpuOf(hits[0]), before, place);
  address(false);
};

const table = overview(finder, meet, searched);
for (const element of document.querySelectorAll('.js')) element.hidden = false;
for (const box of document.querySelectorAll('.scroll, .drawing, pre')) watch(box);
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
  heat.show(published[0].find() || heat.pair, null);
  ruler.show(published[0], heat.pair, null);
  heat.show(heat.pair, ruler.offset);
  measured = [published[0], heat.pair, ruler.offset];
}
const sought = new URLSearchParams(location.hash.slice(1)).get('search');
if (sought !== null) table.search(sought);

/** A link into a folded part unfolds it. */
const unfold = () => {
  const target = /^#[\w.-]+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
  for (let part = target && (target.matches('details') ? target : target.closest('details')); part; part = part.parentElement.closest('details')) part.open = true;
  if (target) target.scrollIntoView();
};
addEventListener('hashchange', unfold);
unfold();
