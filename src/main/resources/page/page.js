// SPDX-License-Identifier: Apache-2.0
const data = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
const [FIRST, FIRST_OFFSET] = data.start;
const MOST_CARDS = 4;
const PAUSE_MS = 400;
const {site} = document.body.dataset;
const first = $('card').cloneNode(true);
const finder = new Finder(data);
const reader = new Reader(finder, data.names);
const sections = [...document.querySelectorAll('#questions [data-section]')];
const index = new Sections(sections, data.names.stop);
/** The fields of the address; the chips of the question, of which CPU and place may be missing; what it was before typing. */
let state = {};
let asked = {};
let standing = {};

const FIELDS = {cpu: (text) => text.trim() !== '', offset: (text) => /^\d{1,5}$/.test(text) && Number(text) <= LAST_OFFSET, start: (text) => /^(?:4|8|16|32|64|128|4096)$/.test(text),
  write: (text) => data.writes.includes(text), read: (text) => data.reads.includes(text), type: (text) => ['char', 'float', 'double'].includes(text), width: (text) => WIDTHS.includes(Number(text)),
  api: (text) => Object.hasOwn(data.apis, text) || Object.hasOwn(CHOICES, text), java: (text) => /^(1[7-9]|2\d)$/.test(text), tier: (text) => text === 'compiled', inside: (text) => text === 'line', ask: (text) => text.trim() !== ''};
const NUMBERS = ['offset', 'width', 'java', 'start'];

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

/** Turns the rule ids in parentheses into links. */
const linked = (text) => text.split(/(?<=[(] ?|, )([A-Z]\w?\d+\w?)(?=[,)])/).map((part) => {
  const rule = document.getElementById(`rule-${part}`);
  return rule ? element('a', {href: rule.querySelector('a')?.href ?? `#${rule.id}`, textContent: part}) : part;
});

/** Returns the link to share. On the web, it leads to a page with the verdict in its title and picture. */
const linkTo = (cpu, place) => new URL((site && cpu.measured ? `share/${cpu.id}-${answerOf(data, cpu, place).style}.html` : '') + hashOf({...asked, cpu: cpu.id}), site ?? location.href).href;

const whatOf = (place, line = 64) => [place.offset === undefined ? valueOf(place) : `${valueOf(place)} at ${place.start < PAGE ? 'index ' : ''}${place.offset}${place.start < PAGE || place.offset < line ? '' : ` (${place.offset % line} in its line)`}`,
  ...(isVector(place.width) ? [] : [`${place.write} / ${place.read}`]), ...(place.api === 'unsafe' ? [] : [inType(data.apis[place.api].name, place)])].join(', ');

const fillCard = (card, cpu, hit, several, place) => {
  const answer = answerOf(data, cpu, place);
  const put = (name, text) => card.querySelector(`.${name}`).replaceChildren(...linked(text));
  card.className = `card ${answer.style} ${answer.origin}${place.offset === undefined ? ' line' : ''}`;
  for (const name of ['origin', 'why', 'sure']) put(name, answer[name]);
  put('glyph', answer.glyph);
  put('word', answer.words);
  put('cpu', cpu.name);
  const alias = hit.matched ?? hit.number;
  put('what', (alias && squeezed(alias) !== squeezed(cpu.name) ? `${alias} · ` : '') + whatOf(place, Math.max(64, cpu.line)) + (several && hit.cpuinfo ? `; in /proc/cpuinfo: ${hit.cpuinfo}` : ''));
  put('advice', answer.fix);
  put('java', javaOf(data, cpu, place, answer.next));
  // No line of Java helps where no vector of this size is promised to be whole.
  card.querySelector('.code').hidden = isVector(place.width) && answerOf(data, cpu, {...place, offset: answer.next, tier: 'compiled'}).origin !== 'promised';
  card.querySelector('.this').href = hashOf({...asked, cpu: cpu.id});
  return card;
};

const SVG = 'http://www.w3.org/2000/svg';
const drawn = (parent, name, attributes) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent.append(node);
  return node;
};

/** Draws a line of bytes. Each cell shows the answer for a value that starts at it; the bars above are the places of the value. */
const drawLine = (svg, cpu, place) => {
  const cells = Math.max(64, cpu.line);
  const base = place.offset === undefined ? 0 : place.offset - place.offset % cells;
  const scale = 640 / cells;
  const bar = (x, bytes, style) => drawn(svg, 'rect', {x: x * scale, y: 4, width: bytes * scale, height: 14, class: style});
  svg.replaceChildren();
  for (let at = 0; at < cells; at++) {
    const {style} = answerOf(data, cpu, {...place, offset: base + at, start: PAGE});
    drawn(svg, 'rect', {x: at * scale + .5, y: 24, width: scale - 1, height: 22, class: `cell ${style}`});
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
  $('offset').setAttribute('aria-valuetext', chosen ? `${offset}: ${answerOf(data, cpu, place).words.toLowerCase()}` : 'not chosen');
  $('at').textContent = chosen ? `${offset}${offset >= cells ? `, ${offset % cells} in its line` : ''}` : 'not chosen';
  $('numbers').replaceChildren(...Array.from({length: 8}, (_, i) => element('span', {textContent: offset - offset % cells + i * cells / 8})));
};

const listed = data.cpus.filter((cpu) => cpu.measured || cpu.unknown);

/** Returns the lines of all CPUs, one below another. */
const picture = (place, chips) => element('ul', {className: 'rows'}, ...listed.map((cpu) => {
  const answer = answerOf(data, cpu, place);
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({viewBox: '0 0 640 54', preserveAspectRatio: 'none', 'aria-hidden': 'true'})) svg.setAttribute(name, value);
  drawLine(svg, cpu, place);
  return element('li', {className: answer.style}, element('a', {href: hashOf({...chips, cpu: cpu.id}), textContent: cpu.name}), svg,
    element('span', {className: 'said'}, element('span', {className: 'glyph', textContent: answer.glyph, ariaHidden: 'true'}), ` ${answer.words.toLowerCase()}`));
}));

const link = (cpu, place) => {
  const answer = answerOf(data, cpu, place);
  return element('li', {}, element('a', {className: `chip ${answer.style} ${answer.origin}`, href: hashOf({...asked, cpu: cpu.id})},
    element('span', {className: 'glyph', textContent: answer.glyph, ariaHidden: 'true'}), ' ', element('span', {className: 'text', textContent: cpu.name}), ' ', element('span', {className: 'said', textContent: answer.words.toLowerCase()})));
};

const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Reads the state: the text that was asked, or the fields of a link. */
const readOf = ({ask, cpu, ...place}) => {
  const read = reader.read(ask ?? cpu ?? '');
  read.asked = {...read.asked, ...place};
  if (read.asked.type) read.asked.width ??= BYTES[read.asked.type];
  const {api, width} = read.asked;
  read.choose = Object.hasOwn(CHOICES, api) ? api : api === 'vector' && !width ? 'vector' : undefined;
  if (ask === undefined && cpu !== undefined && read.cpus.length === 0) read.stranger ??= cpu;
  return read;
};

const CHOOSE = {memorysegment: 'WHICH LAYOUT?', buffer: 'WHICH BUFFER?', vector: 'WHICH WIDTH?'};

/** Returns a card without a verdict, with choices for what is missing. */
const openCard = (word, why, choices) => {
  const card = first.cloneNode(true);
  const put = (name, text) => { card.querySelector(`.${name}`).textContent = text; };
  card.className = 'card open unmeasured line';
  for (const [name, text] of Object.entries({glyph: '?', word, place: '', why})) put(name, text);
  for (const name of ['origin', 'sure', 'fix', 'code', 'actions', 'example']) card.querySelector(`.${name}`)?.remove();
  card.append(choices);
  return card;
};

const chooseCard = ({choose, q, asked: given}) => {
  const options = choose === 'vector' ? WIDTHS.filter(isVector).map((width) => [`${width} bytes`, {width}]) : CHOICES[choose].map((api) => [data.apis[api].name, {api}]);
  return openCard(CHOOSE[choose], 'The answer depends on it. Choose one.', element('ul', {className: 'chips'}, ...options.map(([text, change]) => element('li', {}, element('a', {className: 'chip', href: hashOf({cpu: q, ...given, ...change}), textContent: text})))));
};

/** The chips: a name, the choices as pairs of value and text, and whether the choice matters for the question. */
const CHIPS = [
  ['api', 'access', () => Object.entries(data.apis).map(([id, {name}]) => [id, name])],
  ['width', 'value', () => [...Object.entries(JAVA_TYPES).map(([width, type]) => [width, `${type}, ${width} bytes`]), ['char', 'char, 2 bytes'], ['float', 'float, 4 bytes'], ['double', 'double, 8 bytes'], ...WIDTHS.filter(isVector).map((width) => [`${width}`, `vector, ${width} bytes`])]],
  ['write', 'write', () => data.writes.map((mode) => [mode, mode]), ({width}) => !isVector(width)],
  ['read', 'read', () => data.reads.map((mode) => [mode, mode]), ({width}) => !isVector(width)],
  ['start', 'counted from', () => [[PAGE, 'a line or page'], [64, 'a multiple of 64'], [32, 'a multiple of 32'], [16, 'a multiple of 16'], [8, 'a multiple of 8'], [4, 'a multiple of 4']], ({offset}) => offset !== undefined],
  ['java', 'JDK', () => [[25, '23 or newer'], [17, '22 or older']], ({api}) => Object.keys(data.accesses[0][8]).some((name) => name.startsWith(`${api}-before`))],
  ['tier', 'compiled', () => [['first', 'from the first call'], ['compiled', 'once compiled']], (place, cpu) => Boolean(cpu) && answerOf(data, cpu, {...place, tier: 'first'}).later || place.tier === 'compiled'],
];

/** Draws the chips, each with its value and whether that was asked or assumed. */
const drawChips = ({cpus, q, named, asked: given}, place) => {
  const mark = (isAsked) => element('span', {className: 'mark', textContent: isAsked ? 'asked' : 'assumed'});
  const box = (name, label, value, isAsked, control) => {
    const node = element('label', {className: isAsked ? 'pick asked' : 'pick'}, element('span', {textContent: label}), control, mark(isAsked));
    Object.assign(node.dataset, {chip: name, value});
    return node;
  };
  const select = (options, value, change) => {
    const node = element('select', {}, ...options.map(([id, text]) => element('option', {value: id, textContent: text, selected: String(id) === String(value)})));
    node.addEventListener('change', () => change(node.value));
    return node;
  };
  const found = cpus.map(({cpu}) => data.cpus[cpu]);
  const names = found.length > 0 ? [[q, found.length > 1 ? short(q) : found[0].name], ['', 'any CPU']] : [['', 'any CPU']];
  const cpu = box('cpu', 'CPU', found.map(({id}) => id).join(' '), found.length > 0, select([...names, ...listed.filter((one) => !found.includes(one)).map(({id, name}) => [id, name])], q ?? '', (value) => go({...asked, cpu: value || undefined})));
  const offset = element('input', {type: 'number', min: 0, max: LAST_OFFSET, value: place.offset ?? '', placeholder: place.inside ? 'inside a line' : 'any'});
  offset.addEventListener('change', () => go({...asked, inside: undefined, offset: offset.value === '' || !FIELDS.offset(offset.value) ? undefined : Number(offset.value)}));
  const others = CHIPS.filter(([, , , matters]) => !matters || matters(place, found[0])).map(([name, label, options]) => {
    const value = name === 'width' ? place.type ?? place.width : name === 'java' ? place.java < FIRST_PLAIN_ON_HEAP ? 17 : 25 : place[name];
    const change = (chosen) => {
      const [width, type] = Object.hasOwn(BYTES, chosen) ? [BYTES[chosen], chosen] : [Number(chosen), undefined];
      const vector = isVector(width) || isVector(place.width);
      go({...asked, ...(name === 'width' ? {width, type, ...(vector ? {api: undefined, write: undefined, read: undefined} : {})} : {[name]: NUMBERS.includes(name) ? Number(chosen) : chosen}), ...(name === 'api' ? {start: undefined} : {})});
    };
    const choices = options();
    return box(name, label, value, given[name] !== undefined, select(choices.some(([id]) => String(id) === String(value)) ? choices : [...choices, [value, value]], value, change));
  });
  const focused = document.activeElement?.closest('[data-chip]')?.dataset.chip;
  const [access, width, write, read, ...more] = others;
  $('chips').replaceChildren(cpu, access, width, ...(isVector(place.width) ? [write, read].filter(Boolean) : [write, read]), box('place', 'place', place.offset ?? place.inside ?? 'any', given.offset !== undefined || Boolean(given.inside), offset), ...more);
  if (focused) $('chips').querySelector(`[data-chip="${focused}"] :is(select, input)`)?.focus();
};

/** Returns the explanations of a pasted line: each has a title, sentences, and what to do. */
const symptomsOf = (text) => explained(data.symptoms, text).map(({title, text: said, fix}) => element('div', {}, element('h2', {textContent: title}), ...said.map((textContent) => element('p', {textContent})),
  ...(fix.length > 0 ? [element('p', {className: 'fix', textContent: `Fix: ${fix.join(' ')}`})] : [])));

/** Returns copies of sections, the first one open. */
const hitsOf = (ids) => ids.map((id, i) => {
  const copy = sections.find((one) => one.dataset.section === id).cloneNode(true);
  copy.removeAttribute('id');
  copy.open = i === 0;
  return copy;
});

/** Returns what a name of several CPUs, or a number or instance type, stands for. */
const calledOf = ({cpus, named, q}) => {
  const typed = cpus.length > 0 && cpus.every(({type}) => type) && cpus[0];
  const called = typed ? `${typed.typed} of ${typed.type}` : cpus[0]?.number ?? `“${short(q ?? '')}”`;
  if (cpus.length > 1) return named > 1 && named === cpus.length ? '' : `${called} can be ${cpus.length} CPUs, worst first${cpus.length > MOST_CARDS ? `; ${MOST_CARDS} are shown` : ''}.`;
  if (!typed && !cpus[0]?.number) return '';
  const {name, unknown} = data.cpus[cpus[0].cpu];
  return `${called} ${typed ? 'runs on' : 'is'} ${unknown ? `${/^[AIx]/.test(name) ? 'an' : 'a'} ${name}` : name}.`;
};

/** Decides what is shown for a question: sections, cards with a verdict, the lines of all CPUs, or what is missing. */
const viewOf = (current, bad) => {
  const symptoms = current.ask === undefined ? [] : symptomsOf(current.ask.slice(0, MOST_CHARACTERS));
  const read = readOf(current);
  const place = filled(data, read.choose ? {...read.asked, api: undefined} : read.asked);
  const view = {read, place, topic: [], cards: [], shown: [], notice: [], title: 'Does a misaligned long tear?'};
  if (bad.length > 0) return {...view, title: 'NOT UNDERSTOOD', notice: [`The link has no valid ${bad.join(', ')}.`]};
  if (symptoms.length > 0) return {...view, topic: symptoms, title: symptoms[0].firstChild.textContent};
  const some = Object.keys(read.asked).length > 0;
  const hits = read.sections.length > 0 ? read.sections.slice(0, 3) : current.ask === undefined ? [] : index.search(current.ask, read.cpus.length > 0 ? read.unused : undefined);
  const fixed = read.unused.length > 0 ? corrected(current.ask ?? '', read.unused, index.spellings(finder, data.names)) : '';
  if (read.unused.length > 0) view.notice.push(`Not used: ${short(read.unused.join(', '))}.`);
  if (fixed && fixed !== current.ask) view.notice.push(element('a', {href: hashOf({ask: fixed}), textContent: `Did you mean “${short(fixed)}”?`}));
  if (read.outside) view.notice.push(`An offset is a whole number from 0 to ${LAST_OFFSET}.`);
  if (read.stranger && read.sections.length === 0) return {...view, title: 'NOT KNOWN', notice: [`Not understood: this page lists no CPU called “${short(read.stranger)}”, so there is no verdict.`, ...view.notice]};
  view.topic = hitsOf(hits);
  if (hits.length > 0) view.title = view.topic[0].querySelector('summary').textContent;
  if (read.sections.length > 0) return view;
  if (!some && read.cpus.length === 0) {
    if (hits.length === 0) view.notice.unshift('Not understood. The questions below may help.');
    return view;
  }
  if (hits.length > 0 && !read.counted && (read.unused.length > 0 || !['api', 'width', 'write', 'read'].some((chip) => read.asked[chip]))) return view;
  if (read.choose) return {...view, cards: [chooseCard(read)], title: CHOOSE[read.choose]};
  if (read.cpus.length === 0) {
    const answers = listed.map((cpu) => answerOf(data, cpu, place));
    const refused = answers.every(({style}) => style === 'refused') && answers[0].words;
    if (refused) {
      const card = fillCard(first.cloneNode(true), {...listed[0], name: 'Any CPU'}, {}, false, place);
      card.querySelector('.actions').remove();
      return {...view, cards: [card], title: refused};
    }
    return {...view, cards: [openCard('WHICH CPU?', `The line of each CPU for ${whatOf(place)}: hatched where a value that starts there can tear or fault.`, picture(place, read.asked))], title: 'WHICH CPU?'};
  }
  const ranked = read.named > 1 || read.signature ? read.cpus : [...read.cpus].sort((a, b) => answerOf(data, data.cpus[a.cpu], place).verdict - answerOf(data, data.cpus[b.cpu], place).verdict);
  view.shown = ranked.slice(0, MOST_CARDS);
  view.cards = view.shown.map((hit) => fillCard(first.cloneNode(true), data.cpus[hit.cpu], hit, ranked.length > 1, place));
  const cpu = data.cpus[view.shown[0].cpu];
  view.title = `${answerOf(data, cpu, place).words}: ${cpu.name}, ${whatOf(place)}`;
  view.notice.unshift(calledOf({...read, cpus: ranked}));
  return view;
};

/** Returns the state as text for the search field. */
const typedOf = ({ask, cpu, ...rest}) => {
  if (ask !== undefined) return ask;
  const known = data.cpus.find((one) => one.id === cpu && !one.unknown);
  const {api, write, read, width, type, offset, start, java, inside} = rest;
  const counted = start === undefined ? '' : start < PAGE ? `${start}-byte aligned` : 'mapped';
  return [known?.name ?? cpu, offset, counted, write && `write ${write}`, read && `read ${read}`, type ?? (width && (JAVA_TYPES[width] ?? `${width} bytes`)),
    api && inType(data.names.apis[api][0], rest), java && `JDK ${java}`, inside && 'inside a line'].filter((one) => one !== undefined && one !== '').join(' · ');
};

/** Draws the state. With nothing asked, the page shows its example. */
const render = (bad = [], typed = false) => {
  const example = Object.keys(state).length === 0 && bad.length === 0;
  const view = viewOf(example ? {cpu: FIRST, offset: FIRST_OFFSET} : state, bad);
  const {read, place, topic, cards, notice, title} = view;
  const shown = view.shown.map(({cpu}) => data.cpus[cpu]);
  asked = {cpu: read.q, ...read.asked};
  view.cards.forEach((card, i) => {
    card.id = i === 0 ? 'card' : `card${i}`;
    card.querySelector('.example')?.toggleAttribute('hidden', !example);
    if (shown.length === 0) return;
    card.querySelector('.this').href = hashOf({...asked, cpu: shown[i].id});
    card.querySelector('.actions').hidden = false;
    card.querySelector('.copy').addEventListener('click', (event) => copy(event.target, linkTo(shown[i], place)));
  });
  for (const chip of document.querySelectorAll('.card .rows a, .card .chips a')) chip.blur();
  $('cards').replaceChildren(...cards);
  $('cards').classList.remove('pending');
  $('topic').replaceChildren(...topic);
  $('topic').hidden = topic.length === 0;
  $('notice').replaceChildren(...(example ? [] : notice.filter(Boolean).flatMap((part) => [part, ' '])));
  if (!typed) $('search').value = example ? '' : typedOf(state);
  for (const id of ['ruler', 'others']) $(id).hidden = shown.length === 0;
  drawChips(read, place);
  document.title = `${title} – Tearline`;
  for (const chip of document.querySelectorAll('.designs a')) chip.href = hashOf({...asked, cpu: chip.dataset.cpu});
  if (shown.length === 0) return;
  const others = data.cpus.filter((cpu) => cpu.measured && !shown.includes(cpu));
  $('others').hidden = others.length === 0;
  $('elsewhere').replaceChildren(...others.map((cpu) => link(cpu, place)));
  drawRuler(shown[0], place);
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

/** Whether the user is typing. Each new state then replaces the history entry, so that partial words leave none. */
let typing = false;
let pasted = false;
let pause;

/** Shows the text of the field. A text that begins like "and with cas?" changes the chips that stand. */
const search = () => {
  clearTimeout(pause);
  const text = $('search').value;
  const read = readOf({ask: text});
  const chips = {cpu: read.q, ...read.asked};
  const more = /^(?:and|but|or|then|what about|how about)\b/i.test(text) && read.unused.length + read.sections.length === 0 && Object.values(chips).some((chip) => chip !== undefined);
  const clean = read.unused.length + read.sections.length === 0 && read.cpus.length > 0 && !read.stranger && explained(data.symptoms, text).length === 0;
  const changed = Object.fromEntries(Object.entries(chips).filter(([, value]) => value !== undefined));
  go(text.trim() === '' ? {} : more ? {...standing, ...changed} : clean ? chips : {ask: text.slice(0, MOST_CHARACTERS)}, typing, true);
  if (read.signature && pasted && clean) {
    // Selects the end, so that the next input is the offset.
    $('search').value = `${typedOf(chips)} · `;
    $('search').setSelectionRange($('search').value.length, $('search').value.length);
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
field.addEventListener('input', () => {
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
field.addEventListener('paste', () => { typing = false; pasted = true; });
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
const suggested = [...data.cpus.filter((cpu) => !cpu.unknown).map((cpu) => cpu.name), ...data.cpus.flatMap((cpu) => cpu.names.filter((name) => !/-[0-9a-f]+-/.test(name))),
  ...data.writes, ...data.reads, ...Object.keys(data.apis).map((api) => data.names.apis[api][0]), ...sections.map((one) => one.querySelector('summary').textContent)];
new Suggestions(field, $('suggestions'), [...new Set(suggested)], search);
for (const node of document.querySelectorAll('.js')) node.hidden = false;
follow();
