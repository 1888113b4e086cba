// SPDX-License-Identifier: Apache-2.0
const data = JSON.parse(document.getElementById('data').textContent);
const finder = new Finder(data);
const $ = (id) => document.getElementById(id);
const [FIRST, FIRST_OFFSET] = data.start;
const USUAL = {write: 'ordered', read: 'volatile', width: 8, api: 'unsafe'};
const TYPES = {2: 'a short', 4: 'an int', 8: 'a long', 16: 'a vector of 16 bytes', 32: 'a vector of 32 bytes', 64: 'a vector of 64 bytes'};
const JAVA = {2: 'short', 4: 'int', 8: 'long'};
const MOST_CARDS = 4;

const {site} = document.body.dataset;
const first = $('card').cloneNode(true);
const chip = $('elsewhere').querySelector('li').cloneNode(true);
const topics = [...document.querySelectorAll('[data-words]')].map((node) => ({node, ...node.dataset, own: JSON.parse(node.dataset.own ?? '{}')}));
const reader = new Reader(finder, data, topics);
/** The fields of the address, and the same with every part of the query as a field of its own. */
let state = {};
let asked = {};
let opened;

/** The boundary of a value: the largest power of two that has a multiple strictly inside the value. */
const boundary = (offset, width) => 2 ** (31 - Math.clz32(offset ^ (offset + width - 1)));

const isVector = (width) => width > 8;

/** Looks up the answer for the instructions of a tier and fills in its placeholders. */
const lookUp = (cpu, {offset, write, read, width}, [writes, reads]) => {
  const rows = cpu.rows[width];
  const key = isVector(width) ? Object.keys(rows)[0] : `${writes[write]},${reads[read]}`;
  const at = offset % width === 0 ? 0 : Math.log2(Math.min(cpu.page, boundary(offset, width)));
  const [verdict, origin, ...texts] = data.answers[data.rows[rows[key]][at]];
  const last = offset + width - 1;
  const values = {cpu: cpu.name, nearest: cpu.nearest, from: offset, to: last, edge: last - last % boundary(offset, width), next: Math.ceil(offset / width) * width};
  const [why, sure, fix] = texts.map((text) => data.texts[text].replace(/\{(\w+)\}/g, (_, name) => values[name]));
  const [style, glyph, words] = data.verdicts[verdict];
  return {verdict, origin, style, glyph, words, why, sure, fix, next: values.next};
};

const FIELDS = {cpu: (text) => text.trim() !== '', offset: (text) => /^\d{1,5}$/.test(text) && Number(text) <= LAST_OFFSET, write: (text) => Object.hasOwn(data.writes, text),
  read: (text) => Object.hasOwn(data.reads, text), type: (text) => Object.hasOwn(data.words.types, text), width: (text) => WIDTHS.includes(Number(text)), api: (text) => Object.hasOwn(data.apis, text),
  java: (text) => /^(1[7-9]|2[0-6])$/.test(text), inside: (text) => text === 'line', ask: (text) => text.trim() !== ''};

const hashOf = (some) => '#' + new URLSearchParams(Object.keys(FIELDS).filter((name) => some[name] !== undefined && some[name] !== USUAL[name])
  .map((name) => [name, some[name]])).toString().replaceAll('+', '%20');

/** Returns the state of a link, and the names of its fields that are invalid. */
const stateOf = (hash) => {
  const given = [...new URLSearchParams(hash.slice(1))];
  const valid = ([name, text]) => Object.hasOwn(FIELDS, name) && FIELDS[name](text);
  const state = Object.fromEntries(given.filter(valid).map(([name, text]) => [name, ['offset', 'width', 'java'].includes(name) ? Number(text) : text]));
  return [state, given.filter((one) => !valid(one)).map(([name]) => name)];
};

/** Turns the rule ids in parentheses into links. */
const linked = (text) => text.split(/(?<=[(] ?|, )([A-Z]\w?\d+\w?)(?=[,)])/).map((part) => {
  const rule = document.getElementById(`rule-${part}`);
  return rule ? Object.assign(document.createElement('a'), {href: rule.querySelector('a')?.href ?? `#${rule.id}`, textContent: part}) : part;
});

const show = (node, style, origin, kind) => { node.className = `${kind} ${style} ${origin}`; };

/** Returns the link to share. On the web, it leads to a page with the verdict in its title and picture. */
const linkTo = (cpu, place) => new URL((site && cpu.measured ? `share/${cpu.id}-${answerAt(cpu, place).style}.html` : '') + hashOf({...asked, cpu: cpu.id}), site ?? location.href).href;

const usual = (api, side) => ['ordered', 'volatile'].includes(USUAL[side]) && Object.hasOwn(data.apis[api]?.[`${side}s`] ?? {}, USUAL[side]) ? USUAL[side] : 'plain';

/** Adds what the query leaves open: a long, ordered and volatile, by Unsafe. */
const filled = (place) => {
  const api = place.api ?? USUAL.api;
  // A get of a view or segment is asked about with the set that belongs to it.
  const plain = isVector(place.width ?? USUAL.width) || api !== USUAL.api && (place.write ?? place.read) === 'plain';
  return {...USUAL, ...place, api, write: place.write ?? (plain ? 'plain' : usual(api, 'write')), read: place.read ?? (plain ? 'plain' : usual(api, 'read'))};
};

const valueOf = (place) => (typeOf(place) ? `a ${place.type}` : TYPES[place.width]);
const accessOf = (place) => `${valueOf(place)}${isVector(place.width) ? '' : `, ${place.write} / ${place.read}`}${place.api === USUAL.api || isVector(place.width) ? '' : `, ${inType(data.apis[place.api].name, place)}`}`;
const placeOf = (cpu, place) => place.offset === undefined ? accessOf(place)
  : accessOf(place).replace(valueOf(place), `${valueOf(place)} at ${place.offset}${place.offset >= cpu.line ? ` (${place.offset % cpu.line} in its line)` : ''}`);

/** Returns text such as "25 to 31, 57 to 63". */
const runs = (offsets) => offsets.reduce((all, at) => {
  if (all.at(-1)?.[1] === at - 1) all.at(-1)[1] = at;
  else all.push([at, at]);
  return all;
}, []).map(([from, to]) => from === to ? `${from}` : `${from} to ${to}`).join(', ');

/** Returns the answers for all places of a line, as one answer whose headline is the worst of them. */
const lineOf = (cpu, place) => {
  const cells = Math.max(64, cpu.line);
  const found = new Map();
  const places = place.inside ? cells - place.width + 1 : cells;
  for (let offset = 0; offset < places; offset++) {
    const answer = answerOf(cpu, {...place, offset});
    const same = found.get(answer.words) ?? {...answer, offset, at: []};
    same.at.push(offset);
    found.set(answer.words, same);
  }
  const [worst, ...others] = [...found.values()].sort((a, b) => a.verdict - b.verdict);
  const said = worst.words.replace('YES, IT ', '');
  const words = others.length === 0 ? `${said} EVERYWHERE` : worst.at.length <= 28 ? `${said} AT ${runs(worst.at).toUpperCase()}` : `${said} AT ${worst.at.length} OF ${places} PLACES`;
  const rest = others.map(({words, at}) => `${words.toLowerCase()} at ${runs(at).length > 60 ? `${at.length} places` : runs(at)}`).join('; ');
  return {...worst, words, why: `Of the ${places} places ${place.inside ? 'inside' : 'in'} a line: ${said.toLowerCase()} at ${worst.at.length}${rest ? `; ${rest}` : ''}. At ${worst.offset}: ${worst.why}`, fix: `At ${worst.offset}: ${worst.fix}`};
};

const answerAt = (cpu, place) => place.offset === undefined ? lineOf(cpu, place) : answerOf(cpu, place);

/** Returns what others reported about a CPU: the entries of the list of promises and reports. */
const reportsOf = (cpu) => (cpu.reports ?? []).map((id) => `${$(`rule-${id}`).nextElementSibling.firstChild.textContent.trim().replace(/^[^:]*: /, '')} (${id})`).join('. ');

const fillCard = (card, cpu, hit, several, place) => {
  const answer = answerAt(cpu, place);
  const put = (name, text) => card.querySelector(`.${name}`).replaceChildren(...linked(text));
  show(card, answer.style, answer.origin, place.offset === undefined ? 'card line' : 'card');
  for (const name of ['origin', 'why']) put(name, answer[name]);
  const reports = answer.style === 'open' ? reportsOf(cpu) : '';
  put('sure', [answer.sure, reports && `Reported elsewhere: ${reports}.`].filter(Boolean).join(' '));
  put('glyph', answer.glyph);
  put('word', answer.words);
  put('cpu', cpu.name);
  const alias = hit.matched ?? hit.number;
  put('what', (alias && squeezed(alias) !== squeezed(cpu.name) ? `${alias} · ` : '') + placeOf(cpu, place) + (several && hit.cpuinfo ? `; in /proc/cpuinfo: ${hit.cpuinfo}` : ''));
  put('advice', answer.fix);
  put('java', javaOf(place, answer.next));
  // No line of Java helps where no vector of this size is promised to be whole.
  card.querySelector('.code').hidden = isVector(place.width) && lookUp(cpu, {...place, offset: answer.next}, []).origin !== 'promised';
  card.querySelector('.this').href = hashOf({...asked, cpu: cpu.id});
  return card;
};

const fillChip = (target, answer, text) => {
  show(target, answer.style ?? '', answer.origin ?? '', 'chip');
  target.querySelector('.glyph').textContent = answer.glyph ?? '';
  target.querySelector('.text').textContent = text;
  target.querySelector('.said').textContent = (answer.words ?? '').toLowerCase();
};

const chipOf = (answer, text, next) => {
  const item = chip.cloneNode(true);
  fillChip(item.querySelector('a'), answer, text);
  item.querySelector('a').href = hashOf(next);
  return item;
};

const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Reads the state: the text that was asked, or the fields of a link. */
const readOf = ({ask, cpu, ...place}) => {
  const read = reader.read(ask ?? cpu ?? '');
  read.given = Object.fromEntries(Object.entries({...read.place, ...place}).filter(([, value]) => value !== undefined));
  const sizes = read.cpus.length > 0 ? data.cpus[read.cpus[0].cpu] : {line: 256, page: LAST_OFFSET + 1};
  if (read.given.type) read.given.width ??= data.words.types[read.given.type];
  const width = read.given.width ?? USUAL.width;
  const across = sizes[read.given.across] ?? Number(read.given.across);
  if (read.given.across) read.given.offset = across - (read.given.before ?? width / 2);
  for (const name of ['across', 'before']) delete read.given[name];
  if (read.given.offset !== undefined) delete read.given.inside;
  read.place = filled(CHOICES[read.given.api] ? {...read.given, api: undefined} : read.given);
  // An object of the heap may lie at any multiple of 8.
  if (!read.heap && !/heap|array/.test(read.given.api) || read.place.offset % read.place.width === 0 || refusalOf(apiOf(read.place), read.place)) delete read.heap;
  else read.heap = true;
  for (const name of ['byte', 'mixed', 'heap']) if (read[name]) read.topics.push(topics.find(({id}) => id === name));
  return read;
};

const ASKED = {memorysegment: 'WHICH LAYOUT?', buffer: 'WHICH BUFFER?'};

/** Returns what a query lacks: a word that was understood, a layout, a buffer, a width or a CPU. */
const missingOf = ({unknown, given, cpus}) => unknown.length > 0 ? 'NOT UNDERSTOOD' : Object.hasOwn(ASKED, given.api) ? ASKED[given.api]
  : given.api === 'vector' && !given.width ? 'WHICH WIDTH?' : cpus.length === 0 ? 'WHICH CPU?' : undefined;

/** The words that a misspelled one may stand for. */
const spellings = [...new Set([...data.cpus.flatMap(({name, names}) => [name, ...names]), data.words.fillers, ...Object.keys(data.words.sides), ...Object.keys(data.words.widths), ...Object.values(data.words.modes), ...Object.values(data.words.apiNames)]
  .flatMap((words) => words.toLowerCase().match(/[a-z]{5,}/g) ?? []))];

/** Returns the choices that complete a query. Where a word was not understood, they show no verdict. */
const choicesOf = (missing, {text, unknown, q, cpus, given, place}) => {
  const next = {cpu: q || undefined, ...given};
  const choice = (text, change) => chipOf({}, text, {...next, ...change});
  if (Object.values(ASKED).includes(missing)) return CHOICES[given.api].map((api) => choice(data.apis[api].name, {api}));
  if (missing === 'WHICH WIDTH?') return WIDTHS.filter(isVector).map((width) => choice(`${width} bytes`, {width}));
  const known = data.cpus.filter((cpu) => cpu.measured || cpu.unknown);
  if (missing === 'WHICH CPU?') return known.map((cpu) => chipOf(answerAt(cpu, place), cpu.name, {...next, cpu: cpu.id}));
  const fixed = corrected(text, unknown, spellings);
  // A correction that leaves as much unknown helps nobody.
  if (reader.read(fixed).unknown.length < unknown.length) return [chipOf({}, `Did you mean “${short(fixed)}”?`, {ask: fixed})];
  const without = cpus.length > 0 ? [choice('without these words', {})] : [];
  if (cpus.length === 0) return known.map((cpu) => choice(cpu.name, {cpu: cpu.id}));
  return [...without, ...(given.offset === undefined ? [28, 60].map((offset) => choice(`at ${offset}`, {offset})) : [])];
};

/** Returns what a query says, as far as it was understood, without anything that it leaves open. */
const understood = ({cpus, given}) => [...cpus.slice(0, MOST_CARDS).map(({cpu}) => data.cpus[cpu].name),
  ...(given.api && data.apis[given.api] ? [inType(data.apis[given.api].name, given)] : []), ...(given.width ? [valueOf(given)] : []), ...(given.offset === undefined ? [] : [`offset ${given.offset}`]),
  ...(given.write ? [`${given.write} write`] : []), ...(given.read ? [`${given.read} read`] : []), ...(given.java ? [`JDK ${given.java}`] : []), ...(given.inside ? ['inside a line'] : [])];

/** Returns a card without a verdict: what was understood, what is missing, and choices for it. */
const openCard = (missing, read) => {
  const {cpus, unknown, reasons, signature} = read;
  const card = first.cloneNode(true);
  const put = (name, text) => { card.querySelector(`.${name}`).textContent = text; };
  show(card, 'open', 'unmeasured', 'card');
  put('glyph', '?');
  put('word', missing);
  put('place', understood(read).length > 0 ? `Understood: ${understood(read).join(' · ')}.` : 'Nothing was understood.');
  const lost = cpus.length > 0 ? [] : [`This page lists no CPU ${signature ? 'with these numbers' : 'of this name'}.`];
  put('why', unknown.length > 0 ? [`Not understood: ${short(unknown.join(', '))}.`, ...reasons, ...lost, 'No answer is shown, because it could be one to another question.'].join(' ')
    : missing === 'WHICH CPU?' ? 'The answer depends on the CPU. Choose one, or add its name.' : 'The answer depends on it. Choose one.');
  for (const name of ['origin', 'sure', 'fix', 'code', 'actions']) card.querySelector(`.${name}`)?.remove();
  const list = document.createElement('ul');
  list.className = missing === 'WHICH CPU?' ? 'rows' : 'chips';
  list.append(...choicesOf(missing, read));
  card.append(list);
  return card;
};

/** Returns the card of an access that the JDK refuses on every CPU. */
const refusedCard = ({place}) => {
  const card = fillCard(first.cloneNode(true), {...data.cpus[0], name: 'Any CPU'}, {}, false, place);
  card.querySelector('.actions').remove();
  return card;
};

/** Returns what the query leaves open. */
const assumedOf = ({given, place}) => {
  const assumed = [given.width ? '' : TYPES[place.width], ...(isVector(place.width) ? [] : [given.write ? '' : `${place.write} write`, given.read ? '' : `${place.read} read`]),
    given.api || isVector(place.width) || ![place.write, place.read].includes('plain') ? '' : 'access by Unsafe'].filter(Boolean);
  return assumed.length > 0 ? `Assumed: ${assumed.join(', ')}.` : '';
};

/** Returns what is said above the cards: what the name stands for, and what was assumed. */
const noticeOf = ({cpus, named, q, given, place, signature}) => {
  const typed = cpus.every(({type}) => type) && cpus[0];
  const called = typed ? `${typed.typed} of ${typed.type}` : cpus[0].number ?? `“${short(q)}”`;
  const {name: bare, measured, unknown} = data.cpus[cpus[0].cpu];
  const name = unknown ? `${/^[AIx]/.test(bare) ? 'an' : 'a'} ${bare}` : bare;
  const many = cpus.length > MOST_CARDS ? `; ${MOST_CARDS} are shown` : '';
  const told = cpus.length > 1 ? named > 1 && named === cpus.length ? '' : `${called} can be ${cpus.length} CPUs, worst first${many}.`
    : typed || cpus[0].number ? `${called} ${typed ? 'runs on' : 'is'} ${name}.${measured ? ` The measurements are from another machine with ${name}; type “send” to see how to add yours.` : ''}` : '';
  return [told, signature ? '' : assumedOf({given, place})].filter(Boolean).join(' ');
};

/** Returns the state as text for the search field. */
const typedOf = ({ask, cpu, offset, ...rest}) => {
  if (ask !== undefined) return ask;
  const known = data.cpus.find((one) => one.id === cpu && !one.unknown);
  const {write, read, width, api} = filled(rest);
  const place = [offset, ...(isVector(width) || rest.write === undefined && rest.read === undefined ? [] : [write, read]), ...(rest.type ? [rest.type] : rest.width ? [`${width} bytes`] : []), ...(rest.api ? [inType(data.words.apiNames[api], {width, ...rest})] : []), ...(rest.java ? [`JDK ${rest.java}`] : []), ...(rest.inside ? ['inside a line'] : [])];
  return [known?.name ?? cpu, ...place].filter((one) => one !== undefined && one !== '').join(' · ');
};

const SVG = 'http://www.w3.org/2000/svg';
const rect = (parent, x, y, width, height, style) => {
  const node = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({x, y, width, height, class: style})) node.setAttribute(name, value);
  parent.append(node);
};

/** Draws one line of bytes. Each cell shows the answer for a value that starts at this byte; the bar above is the value. */
const drawRuler = (cpu, place) => {
  const {offset = 0, width} = place;
  const cells = Math.max(64, cpu.line);
  const base = offset - offset % cells;
  const scale = 640 / cells;
  for (const id of ['cells', 'value', 'cuts']) $(id).replaceChildren();
  for (let at = 0; at < cells; at++) {
    rect($('cells'), at * scale + .5, 24, scale - 1, 22, `cell ${answerOf(cpu, {...place, offset: base + at}).style}`);
    if (at % 8 === 0) rect($('cuts'), at * scale - .5, 46, 1, 8, 'tick');
  }
  const from = offset % cells;
  const visible = Math.min(width, cells - from);
  const chosen = place.offset !== undefined;
  if (chosen) rect($('value'), from * scale, 4, visible * scale, 14, 'value');
  if (chosen && visible < width) rect($('value'), 0, 4, (width - visible) * scale, 14, 'value rest');
  $('offset').max = cells - 1;
  $('offset').value = from;
  $('offset').setAttribute('aria-valuetext', chosen ? `${offset}: ${answerOf(cpu, place).words.toLowerCase()}` : 'not chosen');
  $('at').textContent = chosen ? `${offset}${base > 0 ? `, ${from} in its line` : ''}` : 'not chosen';
  $('numbers').replaceChildren(...Array.from({length: 8}, (_, i) => Object.assign(document.createElement('span'), {textContent: base + i * cells / 8})));
};

const drawElsewhere = (shown, place) => {
  const measured = data.cpus.filter((cpu) => cpu.measured && !shown.includes(cpu));
  $('others').hidden = measured.length === 0;
  $('elsewhere').replaceChildren(...measured.map((cpu) => chipOf(answerAt(cpu, place), cpu.name, {...asked, cpu: cpu.id})));
};

/** Draws the buttons. Each shows the answer for its choice. */
const drawChoices = (cpu, place) => {
  const choices = (id, name, values, label) => {
    const old = document.activeElement && document.activeElement.parentElement === $(id) ? document.activeElement.dataset.value : undefined;
    $(id).replaceChildren(...values.map((value) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...['glyph', 'text', 'said'].map((part) => Object.assign(document.createElement('span'), {className: part})), ' ');
      const next = filled({...asked, ...(name === 'width' ? {api: undefined, type: undefined} : {}), [name]: value});
      fillChip(button, answerAt(cpu, next), label(value));
      button.querySelector('.glyph').setAttribute('aria-hidden', 'true');
      button.dataset.value = value;
      button.setAttribute('aria-pressed', String(place[name] === value));
      button.addEventListener('click', () => go({...asked, ...(name === 'width' ? {api: undefined, type: undefined} : {}), [name]: value}));
      return button;
    }));
    if (old !== undefined) [...$(id).children].find((one) => one.dataset.value === old)?.focus();
  };
  const vector = isVector(place.width);
  choices('writes', 'write', vector ? [] : Object.keys(data.writes), (one) => one);
  choices('reads', 'read', vector ? [] : Object.keys(data.reads), (one) => one);
  choices('widths', 'width', WIDTHS, (one) => `${one}`);
  choices('apis', 'api', vector ? [] : Object.keys(data.apis).filter((id) => data.apis[id].writes && id !== 'vector'), (one) => data.apis[one].name);
  for (const id of ['writes', 'reads', 'apis']) $(id).parentElement.hidden = vector;
};

/** Returns the explanations of a pasted line: each has a title, sentences, and what to do. */
const symptomsOf = (text) => explained(data.symptoms, text).map(({title, text: said, fix}) => {
  const box = document.createElement('div');
  box.append(Object.assign(document.createElement('h2'), {textContent: title}), ...said.map((one) => Object.assign(document.createElement('p'), {textContent: one})),
    ...(fix.length > 0 ? [Object.assign(document.createElement('p'), {className: 'fix', textContent: `Fix: ${fix.join(' ')}`})] : []));
  return box;
});

/** Returns copies of the paragraphs about topics, with the numbers of the CPUs that the query names. */
const topicsOf = ({topics: named, cpus}) => named.map(({node, own}) => {
  const copy = node.cloneNode(true);
  copy.removeAttribute('data-words');
  const numbers = cpus.map(({cpu}) => data.cpus[cpu].name).filter((name) => Object.hasOwn(own, name)).map((name) => `on ${name} ${own[name]}`);
  if (numbers.length > 0) copy.append(` Measured ${numbers.join(', ')}.`);
  return copy;
});

/** Returns how much padding moves a value to a multiple of its width. */
const paddingOf = (place) => {
  const {offset, width} = place;
  const missing = Math.ceil(offset / width) * width - offset;
  return `A${valueOf(place).slice(1)} at ${offset} ${missing === 0 ? 'needs no padding' : `needs ${missing} ${missing === 1 ? 'byte' : 'bytes'} of padding before it`} to lie at a multiple of ${width}.`;
};

const padded = ({topics: named, given}) => given.offset !== undefined && named.some(({id}) => id === 'pad');

/** Decides what is shown for a query: explanations, cards with a verdict, or a card that says what is missing. */
const viewOf = (current, bad) => {
  const symptoms = current.ask === undefined ? [] : symptomsOf(current.ask);
  const read = readOf(current);
  read.unknown.push(...bad.map((name) => `${name} of the link`));
  if (symptoms.length > 0) return {read, topic: symptoms, cards: [], title: symptoms[0].firstChild.textContent};
  const topic = topicsOf(read);
  const missing = missingOf(read);
  // The card itself may say what happens until the call is compiled.
  const told = () => !missing && read.cpus.every(({cpu}) => /UNTIL COMPILED|REFUSED/.test(answerAt(data.cpus[cpu], read.place).words));
  const alone = read.topics.some((one) => one.alone && !(one.id === 'compiled' && told()));
  const complete = !missing && (read.given.offset !== undefined || read.topics.every(({id}) => id === 'why'));
  if (topic.length > 0 && (alone || !complete)) {
    const padding = padded(read) ? paddingOf(read.place) : '';
    const ignored = read.unknown.length > 0 ? `Not understood, and not used here: ${short(read.unknown.join(', '))}.` : '';
    return {read, topic, cards: [], notice: [ignored, padding].filter(Boolean).join(' '), title: topic[0].querySelector('b').textContent};
  }
  if (missing === 'WHICH CPU?' && read.given.offset !== undefined && refusalOf(apiOf(read.place), read.place)) {
    return {read, topic, cards: [refusedCard(read)], notice: assumedOf(read), title: 'REFUSED'};
  }
  if (missing) return {read, topic, cards: [openCard(missing, read)], title: missing};
  const ranked = read.named > 1 || read.signature ? read.cpus
    : [...read.cpus].sort((a, b) => answerAt(data.cpus[a.cpu], read.place).verdict - answerAt(data.cpus[b.cpu], read.place).verdict);
  const shown = ranked.slice(0, MOST_CARDS);
  const cards = shown.map((hit) => fillCard(first.cloneNode(true), data.cpus[hit.cpu], hit, ranked.length > 1, read.place));
  const [{cpu}] = shown;
  const title = `${answerAt(data.cpus[cpu], read.place).words}: ${data.cpus[cpu].name}, ${valueOf(read.place)}${read.place.offset === undefined ? '' : ` at ${read.place.offset}`}`;
  return {read, topic, cards, shown: shown.map((hit) => data.cpus[hit.cpu]), notice: [padded(read) ? paddingOf(read.place) : '', noticeOf({...read, cpus: ranked})].filter(Boolean).join(' '), title};
};

/** Opens the panel of a topic, and closes the one that the last topic opened. */
const openPanel = (panel) => {
  if (opened && opened !== panel) opened.open = false;
  opened = panel;
  if (panel) panel.open = true;
};

/** Draws the state. While the user types, the field keeps the text. With nothing asked, the page shows its example. */
const render = (bad, typed) => {
  const example = Object.keys(state).length === 0 && bad.length === 0;
  const {read, topic, cards, shown = [], notice, title} = viewOf(example ? {cpu: FIRST, offset: FIRST_OFFSET} : state, bad);
  asked = {cpu: read.q || undefined, ...read.given};
  cards.forEach((card, i) => {
    card.id = i === 0 ? 'card' : `card${i}`;
    card.querySelector('.example')?.toggleAttribute('hidden', !example);
    if (shown.length === 0) return;
    card.querySelector('.actions').hidden = false;
    card.querySelector('.copy').addEventListener('click', (event) => copy(event.target, linkTo(shown[i], read.place)));
  });
  $('cards').replaceChildren(...cards);
  $('topic').replaceChildren(...topic);
  $('topic').hidden = topic.length === 0;
  $('notice').textContent = [bad.length > 0 ? `The link has no valid ${bad.join(', ')}.` : '', example ? '' : notice].filter(Boolean).join(' ');
  if (!typed) $('search').value = example ? '' : typedOf(state);
  for (const id of ['ruler', 'others', 'change']) $(id).hidden = shown.length === 0;
  openPanel(read.topics.length > 0 && topic.length > 0 ? read.topics[0].node.closest('details') : undefined);
  for (const link of document.querySelectorAll('.designs a')) link.href = hashOf({...asked, cpu: link.dataset.cpu});
  document.title = `${title} – Tearline`;
  if (shown.length === 0) return;
  drawElsewhere(shown, read.place);
  drawRuler(shown[0], read.place);
  drawChoices(shown[0], read.place);
};

/** Shows a state and updates the address. All states that appear while a text is typed share one history entry. */
const go = (next, replace, typed) => {
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
const search = () => {
  const text = $('search').value;
  const read = readOf({ask: text});
  const answered = read.cpus.length > 0 && !missingOf(read) && read.topics.length === 0 && explained(data.symptoms, text).length === 0;
  const next = text.trim() === '' ? {} : answered ? {cpu: read.q, ...read.given} : {ask: text};
  go(next, typing, true);
  if (read.signature && pasted && answered) {
    // Selects the end, so that the next input is the offset.
    $('search').value = `${typedOf(next)} · `;
    $('search').setSelectionRange($('search').value.length, $('search').value.length);
  }
  pasted = false;
  typing = true;
};

/** Opens a panel for a link such as #costs; any other link is a state. */
const follow = () => {
  typing = false;
  const panel = location.hash.length > 1 && !location.hash.includes('=') ? $(location.hash.slice(1)) : null;
  if (panel) {
    (panel.closest('details') ?? panel).open = true;
    panel.scrollIntoView();
    return;
  }
  const [linked, bad] = stateOf(location.hash);
  state = linked;
  render(bad);
};

$('search').addEventListener('input', search);
$('search').addEventListener('change', () => { typing = false; });
$('search').addEventListener('paste', () => { typing = false; pasted = true; });
// Delayed, because the click that sets the focus would undo the selection.
$('search').addEventListener('focus', () => setTimeout(() => $('search').select()));
/** Moves the value within its line. */
const move = (at, replace) => {
  const {offset = 0} = asked;
  go({...asked, offset: offset - offset % (Number($('offset').max) + 1) + at}, replace);
};
let sliding = false;
$('offset').addEventListener('input', () => { move(Number($('offset').value), sliding); sliding = true; });
$('offset').addEventListener('change', () => { sliding = false; });
$('picture').addEventListener('click', (event) => {
  const box = $('picture').getBoundingClientRect();
  const cells = Number($('offset').max) + 1;
  move(Math.min(cells - 1, Math.floor((event.clientX - box.left) / box.width * cells)));
});
$('copysend')?.addEventListener('click', (event) => copy(event.target, $('sendline').textContent));
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input')) return;
  event.preventDefault();
  $('search').focus();
  $('search').select();
});
for (const link of document.querySelectorAll('.designs a')) link.addEventListener('click', () => scrollTo({top: 0}));
addEventListener('hashchange', follow);
addEventListener('popstate', follow);
const modes = [...new Set([...Object.keys(data.writes), ...Object.keys(data.reads)])];
const suggested = [...data.cpus.filter((cpu) => !cpu.unknown).map((cpu) => cpu.name), ...data.cpus.flatMap((cpu) => cpu.names.filter((name) => !/-[0-9a-f]+-/.test(name))),
  ...modes, ...Object.values(data.words.apiNames).filter(Boolean), ...topics.map(({node}) => node.querySelector('b').textContent)];
new Suggestions($('search'), $('suggestions'), [...new Set(suggested)], search);
for (const node of document.querySelectorAll('.js')) node.hidden = false;
follow();
