// SPDX-License-Identifier: Apache-2.0
const $ = (id) => document.getElementById(id);
const PAUSE_MS = 400;
const MOST_SUGGESTED = 8;
const {site} = document.body.dataset;
const first = $('card').cloneNode(true);
const sections = new Map([...document.querySelectorAll('#questions [data-section]')].map((node) => [node.dataset.section, node]));
const view = new View(JSON.parse($('data').textContent), [...sections].map(([id, node]) => ({id, title: node.querySelector('summary').textContent, also: node.dataset.also, text: node.querySelector('p').firstChild.textContent})));
const {data} = view;
const [FIRST, FIRST_OFFSET] = data.start;
/** The fields of the address; the chips of the question, of which CPU and place may be missing; what it was before typing. */
let state = {};
let asked = {};
let standing = {};

const FIELDS = Object.fromEntries(Object.entries(data.names.fields).map(([name, pattern]) => [name, (text) => new RegExp(pattern).test(text)]));
Object.assign(FIELDS, {write: (text) => data.writes.includes(text), read: (text) => data.reads.includes(text), api: (text) => Object.hasOwn(data.apis, text) || Object.hasOwn(data.names.choices, text)});
const NUMBERS = ['offset', 'width', 'java', 'start', 'stride'];

const hashOf = (some) => '#' + new URLSearchParams(Object.keys(FIELDS).filter((name) => some[name] !== undefined).map((name) => [name, some[name]])).toString().replaceAll('+', '%20');

/** Returns the state of a link, and the names of its fields that are invalid. */
const stateOf = (hash) => {
  const given = [...new URLSearchParams(hash.slice(1))];
  const valid = ([name, text]) => Object.hasOwn(FIELDS, name) && FIELDS[name](text);
  const state = Object.fromEntries(given.filter(valid).map(([name, text]) => [name, NUMBERS.includes(name) ? Number(text) : text]));
  return [state, given.filter((one) => !valid(one)).map(([name]) => name)];
};

const element = (name, properties, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
};

const sign = (glyph) => element('span', {className: 'glyph', textContent: glyph, ariaHidden: 'true'});

/** Turns the rule ids in parentheses into links. */
const linked = (text) => text.split(/(?<=[(] ?|, )([A-Z]\w?\d+\w?)(?=[,)])/).map((part) => {
  const rule = document.getElementById(`rule-${part}`);
  return rule ? element('a', {href: rule.querySelector('a')?.href ?? `#${rule.id}`, textContent: part}) : part;
});

const cpuOf = (id) => data.cpus.find((cpu) => cpu.id === id);

/** Returns the link to share. On the web, it leads to a page with the verdict in its title and picture. */
const linkTo = ({cpu, verdict}) => new URL((site && cpuOf(cpu).measured ? `share/${cpu}-${verdict}.html` : '') + hashOf({...asked, cpu}), site ?? location.href).href;

const SVG = 'http://www.w3.org/2000/svg';
const drawn = (parent, name, attributes) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent.append(node);
  return node;
};

/** Draws a line of bytes: each cell has the answer for a value that starts there, under bars for the value. */
const drawLine = (svg, cpu, place) => {
  const cells = Math.max(64, cpu.line);
  const base = place.offset === undefined ? 0 : place.offset - place.offset % cells;
  const scale = 640 / cells;
  const bar = (x, bytes, style) => drawn(svg, 'rect', {x: x * scale, y: 4, width: bytes * scale, height: 14, class: style});
  svg.replaceChildren();
  for (let at = 0; at < cells; at++) {
    const {verdict} = answerOf(data, cpu, {...place, offset: base + at, start: PAGE});
    drawn(svg, 'rect', {x: at * scale + .5, y: 24, width: scale - 1, height: 22, class: `cell ${verdict}`});
    if (at % 8 === 0) drawn(svg, 'rect', {x: at * scale - .5, y: 46, width: 1, height: 8, class: 'tick'});
  }
  if (place.offset === undefined) return cells;
  for (const offset of placesOf(cpu, place)) {
    const visible = Math.min(place.width, cells - offset % cells);
    bar(offset % cells, visible, 'value');
    if (visible < place.width) bar(0, place.width - visible, 'value rest');
  }
  return cells;
};

const drawRuler = (cpu, place) => {
  const cells = drawLine($('picture'), cpu, place);
  const {offset = 0} = place;
  const chosen = place.offset !== undefined;
  $('offset').max = cells - 1;
  $('offset').value = offset % cells;
  $('offset').setAttribute('aria-valuetext', chosen ? `${offset}: ${answerOf(data, cpu, place).headline.toLowerCase()}` : 'not chosen');
  $('at').textContent = chosen ? `${offset}${offset >= cells ? `, ${offset % cells} in its line` : ''}` : 'not chosen';
  $('numbers').replaceChildren(...Array.from({length: 8}, (_, i) => element('span', {textContent: offset - offset % cells + i * cells / 8})));
};

/** Returns the lines of all CPUs, one below another. */
const picture = (rows, place) => element('ul', {className: 'rows'}, ...rows.map(({cpu, name: title, verdict, glyph, headline, state: next}) => {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({viewBox: '0 0 640 54', preserveAspectRatio: 'none', 'aria-hidden': 'true'})) svg.setAttribute(name, value);
  drawLine(svg, cpuOf(cpu), place);
  return element('li', {className: verdict}, element('a', {href: hashOf(next), textContent: title}), svg,
    element('span', {className: 'said'}, sign(glyph), ` ${headline}`));
}));

/** Fills a card; without a CPU, it has neither a verdict nor a link. */
const cardOf = (said, place, i) => {
  const card = first.cloneNode(true);
  const find = (name) => card.querySelector(`.${name}`);
  card.id = i === 0 ? 'card' : `card${i}`;
  card.className = `card ${said.verdict} by-${said.origin}${place.offset === undefined || !said.name ? ' line' : ''}`;
  const {glyph, why, origin, sure, what, java} = said;
  for (const [name, text] of Object.entries({glyph, why, origin, sure, what, java, word: said.headline, cpu: said.name, advice: said.fix})) find(name).replaceChildren(...linked(text ?? ''));
  find('code').hidden = !java;
  for (const name of said.name ? said.cpu ? [] : ['actions'] : ['place', 'origin', 'sure', 'fix', 'code', 'actions', 'example']) find(name).remove();
  if (said.choices) card.append(element('ul', {className: 'chips'}, ...said.choices.map(([text, next]) => element('li', {}, element('a', {className: 'chip', href: hashOf(next), textContent: text})))));
  if (said.rows) card.append(picture(said.rows, place));
  if (!said.cpu) return card;
  find('this').href = hashOf({...asked, cpu: said.cpu});
  find('actions').hidden = false;
  find('copy').addEventListener('click', (event) => copy(event.target, linkTo(said)));
  return card;
};

const link = ({cpu, name, verdict, origin, glyph, headline}) => element('li', {}, element('a', {className: `chip ${verdict} by-${origin}`, href: hashOf({...asked, cpu})},
  sign(glyph), ' ', element('span', {className: 'text', textContent: name}), ' ', element('span', {className: 'said', textContent: headline.toLowerCase()})));

/** Returns the state after another value of a chip is chosen. */
const changed = (chip, value, place) => {
  if (chip === 'cpu') return {...asked, cpu: value || undefined};
  if (chip === 'place') return {...asked, inside: undefined, offset: FIELDS.offset(value) ? Number(value) : undefined};
  if (chip === 'api') return {...asked, api: value, start: undefined};
  if (chip !== 'width') return {...asked, [chip]: NUMBERS.includes(chip) ? Number(value) || undefined : value};
  const [width, type] = Object.hasOwn(BYTES, value) ? [BYTES[value], value] : [Number(value), undefined];
  return {...asked, width, type, ...(isVector(width) || isVector(place.width) ? {api: undefined, write: undefined, read: undefined} : {})};
};

/** Draws the chips, each with its value and whether that was asked or assumed. */
const drawChips = (chips, place) => {
  const focused = document.activeElement?.closest('[data-chip]')?.dataset.chip;
  $('chips').replaceChildren(...chips.map(({chip, label, value, asked: isAsked, choices}, i) => {
    const has = choices?.some(([id]) => i === 0 || String(id) === String(value));
    const control = choices ? element('select', {}, ...(has ? choices : [...choices, [value, value]]).map(([id, text], k) => element('option', {value: id, textContent: text, selected: i === 0 ? k === 0 : String(id) === String(value)})))
      : element('input', {type: 'number', min: 0, max: LAST_OFFSET, value: place.offset ?? '', placeholder: value === 'line' ? 'inside a line' : value});
    control.addEventListener('change', () => go(changed(chip, control.value, place)));
    const node = element('label', {className: isAsked ? 'pick asked' : 'pick'}, element('span', {textContent: label}), control, element('span', {className: 'mark', textContent: isAsked ? 'asked' : 'assumed'}));
    Object.assign(node.dataset, {chip, value});
    return node;
  }));
  if (focused) $('chips').querySelector(`[data-chip="${focused}"] :is(select, input)`)?.focus();
};

/** Returns the explanation of a pasted line. */
const explanation = ({title, text, fix}) => element('div', {}, element('h2', {textContent: title}), ...text.map((textContent) => element('p', {textContent})),
  ...(fix.length > 0 ? [element('p', {className: 'fix', textContent: `Fix: ${fix.join(' ')}`})] : []));

/** Returns the copy of a section, of which the first is open. */
const hit = (id, i) => {
  const copied = sections.get(id).cloneNode(true);
  copied.removeAttribute('id');
  copied.open = i === 0;
  return copied;
};

/** Returns the state as text for the search field. */
const typedOf = ({ask, cpu, ...rest}) => {
  if (ask !== undefined) return ask;
  const known = data.cpus.find((one) => one.id === cpu && !one.unknown);
  const {api, write, read, width, type, offset, start, stride, java, inside} = rest;
  const counted = start === undefined ? '' : start < PAGE ? `${start}-byte aligned` : 'mapped';
  return [known?.name ?? cpu, offset, counted, stride && `records of ${stride} bytes`, write && `write ${write}`, read && `read ${read}`, type ?? (width && (JAVA_TYPES[width] ?? `${width} bytes`)),
    api && inType(data.names.apis[api][0], rest), java && `JDK ${java}`, inside && (inside > 0 ? `inside ${inside} bytes` : 'inside a line')].filter((one) => one !== undefined && one !== '').join(' · ');
};

/** Draws the state. With nothing asked, the page shows its example. */
const render = (bad = [], typed = false) => {
  const example = Object.keys(state).length === 0 && bad.length === 0;
  const {read, place, title, ...shown} = view.of(example ? {cpu: FIRST, offset: FIRST_OFFSET} : state, bad);
  asked = {cpu: read.q, ...read.asked};
  const cards = shown.cards.map((card, i) => cardOf(card, place, i));
  for (const card of cards) card.querySelector('.example')?.toggleAttribute('hidden', !example);
  const topic = [...shown.explanations.map(explanation), ...shown.sections.map(hit)];
  $('cards').replaceChildren(...cards);
  $('cards').classList.remove('pending');
  $('topic').replaceChildren(...topic);
  $('topic').hidden = topic.length === 0;
  $('cards')[shown.cards.some(({cpu}) => cpu) ? 'after' : 'before']($('topic'));
  $('notice').replaceChildren(...(example ? [] : shown.notice.filter(Boolean).flatMap((part) => [part.ask ? element('a', {href: hashOf({ask: part.ask}), textContent: part.text}) : part, ' '])));
  if (!typed) field.value = example ? '' : typedOf(state);
  const cpus = shown.cards.filter(({cpu}) => cpu).map(({cpu}) => cpuOf(cpu));
  for (const id of ['ruler', 'others']) $(id).hidden = cpus.length === 0;
  drawChips(view.chips(read, place), place);
  document.title = `${title} – Tearline`;
  for (const chip of document.querySelectorAll('.designs a')) chip.href = hashOf({...asked, cpu: chip.dataset.cpu});
  if (cpus.length === 0) return;
  const others = data.cpus.filter((cpu) => cpu.measured && !cpus.includes(cpu));
  $('others').hidden = others.length === 0;
  $('elsewhere').replaceChildren(...others.map((cpu) => link(view.card(cpu, place))));
  drawRuler(cpus[0], place);
};

/** Shows a state and updates the address. All states that appear while a text is typed share one history entry. */
const go = (next, replace = false, typed = false) => {
  state = Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== undefined && Object.hasOwn(FIELDS, name)));
  const hash = Object.keys(state).length === 0 ? '#' : hashOf(state);
  if (hash !== location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', hash);
  render([], typed);
};

const copy = async (button, text) => {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = text;
  }
  setTimeout(() => { button.textContent = before; }, 2000);
};

/** Whether the user is typing: then each state replaces the history entry, so partial words leave none. */
let typing = false;
let pasted = false;
let pause;

/** Shows the text of the field. A text that begins like "and with cas?" changes the chips that stand. */
const search = () => {
  clearTimeout(pause);
  const text = field.value;
  const read = view.read({ask: text});
  const chips = {cpu: read.q, ...read.asked};
  const more = data.names.patterns.more.test(text) && read.unused.length + read.sections.length === 0 && Object.values(chips).some((chip) => chip !== undefined);
  const clean = read.unused.length + read.sections.length === 0 && read.cpus.length > 0 && !read.stranger && !read.offsets && !read.alone && explained(data.symptoms, text).length === 0;
  const given = Object.fromEntries(Object.entries(chips).filter(([, value]) => value !== undefined));
  go(text.trim() === '' ? {} : more ? {...standing, ...given} : clean ? chips : {ask: text.slice(0, MOST_CHARACTERS)}, typing, true);
  if (read.signature && pasted && clean) {
    // Selects the end, so that the next input is the offset.
    field.value = `${typedOf(chips)} · `;
    field.setSelectionRange(field.value.length, field.value.length);
  }
  pasted = false;
  typing = true;
};

/** Opens a panel for a link such as #costs; any other link is a state. */
const follow = () => {
  typing = false;
  const panel = location.hash.length > 1 && !location.hash.includes('=') ? $(decodeURIComponent(location.hash.slice(1))) : null;
  if (panel) {
    for (let node = panel; node; node = node.parentElement) if (node.tagName === 'DETAILS') node.open = true;
    panel.scrollIntoView();
    return;
  }
  const [linkedState, bad] = stateOf(location.hash);
  state = linkedState;
  render(bad);
};

const field = $('search');
const NAMES = [...new Set([...data.cpus.filter((cpu) => !cpu.unknown).map((cpu) => cpu.name), ...data.cpus.flatMap((cpu) => cpu.names.filter((name) => !/-[0-9a-f]+-/.test(name))),
  ...data.writes, ...data.reads, ...Object.keys(data.apis).map((api) => data.names.apis[api][0]), ...[...view.sections.values()].map(({title}) => title)])];
/** Offers the names that continue the last words, the longest words first. */
const suggest = () => {
  const text = field.value;
  const found = new Map();
  for (const {index} of text.matchAll(/(?<=^|[ ·,])[^ ·,]/g)) {
    const begun = squeezed(text.slice(index));
    for (const name of begun.length < 2 ? [] : NAMES) if (squeezed(name).startsWith(begun) && squeezed(name) !== begun && !found.has(name)) found.set(name, index);
  }
  $('suggestions').replaceChildren(...[...found].slice(0, MOST_SUGGESTED).map(([name, from]) => element('option', {value: `${text.slice(0, from)}${name} `})));
};

field.addEventListener('input', () => {
  suggest();
  if (!typing) standing = asked;
  // Nothing in large type changes with every key.
  clearTimeout(pause);
  $('cards').classList.add('pending');
  if (pasted) search();
  else pause = setTimeout(search, PAUSE_MS);
});
field.addEventListener('change', () => { search(); typing = false; });
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  search();
  typing = false;
  field.select();
});
field.addEventListener('paste', (event) => {
  typing = false;
  pasted = true;
  const text = event.clipboardData.getData('text');
  if (!/[\r\n]/.test(text.trim()) || explained(data.symptoms, text).length === 0) return;
  event.preventDefault();
  field.setRangeText(inOneLine(data.symptoms, text), field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input'));
});
// Delayed, because the click that sets the focus would undo the selection.
field.addEventListener('focus', () => setTimeout(() => field.select()));
/** Moves the value within its line. */
const move = (at, replace) => {
  const {offset = 0} = asked;
  go({...asked, inside: undefined, offset: offset - offset % (Number($('offset').max) + 1) + at}, replace);
};
$('offset').addEventListener('input', () => move(Number($('offset').value), true));
$('picture').addEventListener('click', (event) => {
  const bounds = $('picture').getBoundingClientRect();
  const cells = Number($('offset').max) + 1;
  move(Math.min(cells - 1, Math.floor((event.clientX - bounds.left) / bounds.width * cells)), false);
});
$('copysend')?.addEventListener('click', (event) => copy(event.target, $('sendline').textContent));
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input')) return;
  event.preventDefault();
  field.focus();
  field.select();
});
for (const design of document.querySelectorAll('.designs a')) design.addEventListener('click', () => scrollTo({top: 0}));
addEventListener('hashchange', follow);
addEventListener('popstate', follow);
for (const node of document.querySelectorAll('.js')) node.hidden = false;
follow();
