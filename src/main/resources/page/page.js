// SPDX-License-Identifier: Apache-2.0
const data = JSON.parse(document.getElementById('data').textContent);
const finder = new Finder(data);
const $ = (id) => document.getElementById(id);
const [FIRST, FIRST_OFFSET] = data.start;
const USUAL = {q: FIRST, offset: FIRST_OFFSET, write: 'ordered', read: 'volatile', width: 8};
const WIDTHS = [2, 4, 8, 16, 32, 64];
const TYPES = {2: 'a short', 4: 'an int', 8: 'a long', 16: 'a vector of 16 bytes', 32: 'a vector of 32 bytes', 64: 'a vector of 64 bytes'};
const JAVA = {2: 'Short', 4: 'Int', 8: 'Long'};
const MOST_CARDS = 4;

const {site} = document.body.dataset;
const first = $('card').cloneNode(true);
const chip = $('elsewhere').querySelector('li').cloneNode(true);
const topics = [...document.querySelectorAll('[data-words]')].map((node) => ({node, words: new RegExp(`^(${node.dataset.words})$`, 'i'), any: new RegExp(`\\b(${node.dataset.words})\\b`, 'i')}));
let state = {...USUAL};
let opened;

/** Finds the paragraph about a topic that the text names. */
const topicOf = (text, {whole}) => topics.find(({words, any}) => (whole ? words : any).test(text.trim()))?.node;

/** The boundary of a value: the largest power of two that has a multiple strictly inside the value. */
const boundary = (offset, width) => 2 ** (31 - Math.clz32(offset ^ (offset + width - 1)));

const isVector = (width) => width > 8;

/** Looks up an answer and fills in its placeholders. */
const answerOf = (cpu, {offset, write, read, width}) => {
  const [writes, reads] = data.classes[cpu.arch];
  const rows = cpu.rows[width];
  const key = isVector(width) ? Object.keys(rows)[0] : `${writes[write]},${reads[read]}`;
  const at = offset % width === 0 ? 0 : Math.log2(Math.min(cpu.page, boundary(offset, width)));
  const [verdict, origin, ...texts] = data.answers[data.rows[rows[key]][at]];
  const last = offset + width - 1;
  const values = {cpu: cpu.name, from: offset, to: last, edge: last - last % boundary(offset, width), next: Math.ceil(offset / width) * width};
  const [why, sure, fix] = texts.map((text) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]));
  const [style, glyph, words] = data.verdicts[verdict];
  return {verdict, origin, style, glyph, words, why, sure, fix, next: values.next};
};

const javaOf = ({write, width}, next) => (isVector(width) ? data.vector[0] : data.writes[write].replaceAll('Long', JAVA[width])).replace('ADDRESS', `base + ${next}`);

const placeOf = (cpu, {offset, write, read, width}) => `${TYPES[width]} at ${offset}${offset >= cpu.line ? ` (${offset % cpu.line} in its line)` : ''}${isVector(width) ? '' : `, ${write} / ${read}`}`;

const hashOf = (some) => '#' + new URLSearchParams(Object.entries({cpu: some.q, offset: some.offset, write: some.write, read: some.read, width: some.width})
  .filter(([name, value]) => name === 'cpu' || name === 'offset' || value !== USUAL[name])).toString().replaceAll('+', '%20');

const stateOf = (hash) => {
  const given = new URLSearchParams(hash.slice(1));
  const allowed = {cpu: (text) => text.trim() !== '', offset: (text) => /^\d{1,4}$/.test(text), write: (text) => text in data.writes, read: (text) => text in data.reads,
    width: (text) => WIDTHS.includes(Number(text))};
  const kept = Object.fromEntries([...given].filter(([name, text]) => allowed[name]?.(text)));
  const {cpu = USUAL.q, offset = USUAL.offset, write = USUAL.write, read = USUAL.read, width = USUAL.width} = kept;
  const bad = [...given.keys()].filter((name) => !(name in kept));
  return [{q: cpu, offset: Number(offset), write, read, width: Number(width)}, bad.length > 0 ? `The link has no valid ${bad.join(', ')}.` : ''];
};

/** Turns the rule ids in parentheses into links. */
const linked = (text) => text.split(/(?<=[(] ?|, )([A-Z]\w?\d+\w?)(?=[,)])/).map((part) => {
  const rule = document.getElementById(`rule-${part}`);
  return rule ? Object.assign(document.createElement('a'), {href: rule.querySelector('a')?.href ?? `#${rule.id}`, textContent: part}) : part;
});

const show = (node, style, origin, kind) => { node.className = `${kind} ${style} ${origin}`; };

/** Returns the link to share. On the web, it leads to a page with the verdict in its title and picture. */
const linkTo = (cpu) => new URL((site && cpu.measured ? `share/${cpu.id}-${answerOf(cpu, state).style}.html` : '') + hashOf({...state, q: cpu.id}), site ?? location.href).href;

const fillCard = (card, cpu, hit, several) => {
  const answer = answerOf(cpu, state);
  const put = (name, text) => card.querySelector(`.${name}`).replaceChildren(...linked(text));
  show(card, answer.style, answer.origin, 'card');
  for (const name of ['origin', 'why', 'sure']) put(name, answer[name]);
  put('glyph', answer.glyph);
  put('word', answer.words);
  put('cpu', cpu.name);
  const alias = hit.matched ?? hit.number;
  put('what', (alias && squeezed(alias) !== squeezed(cpu.name) ? `${alias} · ` : '') + placeOf(cpu, state) + (several && hit.cpuinfo ? `; in /proc/cpuinfo: ${hit.cpuinfo}` : ''));
  put('advice', answer.fix);
  put('java', javaOf(state, answer.next));
  const link = card.querySelector('.this');
  link.href = hashOf({...state, q: cpu.id});
  return card;
};

const fillChip = (target, answer, text) => {
  show(target, answer.style, answer.origin, 'chip');
  target.querySelector('.glyph').textContent = answer.glyph;
  target.querySelector('.text').textContent = text;
  target.querySelector('.said').textContent = answer.words.toLowerCase();
};

const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Interprets the text. Returns the CPUs, the worst first, and a notice. */
const candidates = () => {
  const {hits, signature, unknown} = finder.find(state.q);
  const whole = topicOf(state.q, {whole: true});
  const topic = whole ?? topicOf(hits.length > 0 ? unknown.join(' ') : state.q, {whole: false});
  if (topic && (whole || hits.length === 0)) return {hits: [], notice: topic.textContent, topic};
  const worst = [...hits].sort((a, b) => answerOf(data.cpus[a.cpu], state).verdict - answerOf(data.cpus[b.cpu], state).verdict);
  if (worst.length === 0) {
    return {hits: ['x86-64 CPU', 'Arm CPU'].map((name) => ({cpu: data.cpus.findIndex((cpu) => cpu.unknown && cpu.name.startsWith(name))})).filter(({cpu}) => cpu >= 0),
      notice: `This page lists no CPU ${signature ? 'with these numbers' : `called “${short(state.q)}”`}. The cards show what holds for any x86-64 or Arm CPU.`, lost: true};
  }
  const typed = hits.find((hit) => hit.type);
  const given = typed ? `${typed.typed} of ${typed.type}` : worst[0].number ?? `“${short(state.q)}”`;
  const {name, measured} = data.cpus[worst[0].cpu];
  const told = worst.length > 1 ? `${given} can be ${worst.length} CPUs, worst first${worst.length > MOST_CARDS ? `; ${MOST_CARDS} are shown` : ''}.`
    : typed || worst[0].number ? `${given} ${typed ? 'runs on' : 'is'} ${name}.${measured ? ` The measurements are from another machine with ${name}; type “send” to see how to add yours.` : ''}` : '';
  return {hits: worst, notice: topic ? `${topic.textContent} ${told}` : told, topic};
};

/** Returns the state as text for the search field. */
const typedOf = ({q, offset, write, read, width}) => {
  const cpu = data.cpus.find((one) => one.id === q && !one.unknown);
  return [cpu?.name ?? q, offset, ...(isVector(width) ? [] : [write, read]), ...(width === USUAL.width ? [] : [`${width} bytes`])].join(' · ');
};

const SVG = 'http://www.w3.org/2000/svg';
const rect = (parent, x, y, width, height, style) => {
  const node = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({x, y, width, height, class: style})) node.setAttribute(name, value);
  parent.append(node);
};

/** Draws one line of bytes. Each cell shows the answer for a value that starts at this byte; the bar above is the value. */
const drawRuler = (cpu) => {
  const {offset, width} = state;
  const cells = Math.max(64, cpu.line);
  const base = offset - offset % cells;
  const scale = 640 / cells;
  for (const id of ['cells', 'value', 'cuts']) $(id).replaceChildren();
  for (let at = 0; at < cells; at++) {
    rect($('cells'), at * scale + .5, 24, scale - 1, 22, `cell ${answerOf(cpu, {...state, offset: base + at}).style}`);
    if (at % 8 === 0) rect($('cuts'), at * scale - .5, 46, 1, 8, 'tick');
  }
  const from = offset % cells;
  const visible = Math.min(width, cells - from);
  rect($('value'), from * scale, 4, visible * scale, 14, 'value');
  if (visible < width) rect($('value'), 0, 4, (width - visible) * scale, 14, 'value rest');
  $('offset').max = cells - 1;
  $('offset').value = from;
  $('offset').setAttribute('aria-valuetext', `${offset}: ${answerOf(cpu, state).words.toLowerCase()}`);
  $('at').textContent = `${offset}${base > 0 ? `, ${from} in its line` : ''}`;
  $('numbers').replaceChildren(...Array.from({length: 8}, (_, i) => Object.assign(document.createElement('span'), {textContent: base + i * cells / 8})));
};

const drawElsewhere = (shown) => {
  const measured = data.cpus.filter((cpu) => cpu.measured && !shown.includes(cpu));
  $('others').hidden = measured.length === 0;
  $('elsewhere').replaceChildren(...measured.map((cpu) => {
    const item = chip.cloneNode(true);
    const link = item.querySelector('a');
    fillChip(link, answerOf(cpu, state), cpu.name);
    link.href = hashOf({...state, q: cpu.id});
    return item;
  }));
};

/** Draws the buttons. Each shows the answer for its choice. */
const drawChoices = (cpu) => {
  const choices = (id, name, values, label) => {
    const old = document.activeElement && document.activeElement.parentElement === $(id) ? document.activeElement.dataset.value : undefined;
    $(id).replaceChildren(...values.map((value) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...['glyph', 'text', 'said'].map((part) => Object.assign(document.createElement('span'), {className: part})), ' ');
      fillChip(button, answerOf(cpu, {...state, [name]: value}), label(value));
      button.querySelector('.glyph').setAttribute('aria-hidden', 'true');
      button.dataset.value = value;
      button.setAttribute('aria-pressed', String(state[name] === value));
      button.addEventListener('click', () => go({...state, [name]: value}));
      return button;
    }));
    if (old !== undefined) [...$(id).children].find((one) => one.dataset.value === old)?.focus();
  };
  const vector = isVector(state.width);
  choices('writes', 'write', vector ? [] : Object.keys(data.writes), (one) => one);
  choices('reads', 'read', vector ? [] : Object.keys(data.reads), (one) => one);
  choices('widths', 'width', WIDTHS, (one) => `${one}`);
  for (const id of ['writes', 'reads']) $(id).parentElement.hidden = vector;
};

/** Draws the state. While the user types, the field keeps the text, and the hint shows how it was understood. */
const render = (hint, typed) => {
  const {hits, notice, topic, lost} = candidates();
  const shown = hits.slice(0, MOST_CARDS);
  const cards = shown.map((hit) => fillCard(first.cloneNode(true), data.cpus[hit.cpu], hit, hits.length > 1));
  cards.forEach((card, i) => {
    card.id = i === 0 ? 'card' : `card${i}`;
    card.querySelector('.actions').hidden = false;
    card.querySelector('.copy').addEventListener('click', (event) => copy(event.target, linkTo(data.cpus[shown[i].cpu])));
  });
  $('cards').replaceChildren(...cards);
  $('notice').textContent = [notice, hint].filter(Boolean).join(' ');
  if (!typed) $('search').value = location.hash === '' ? '' : shown.length === 0 ? state.q : typedOf(state);
  for (const id of ['ruler', 'others', 'change']) $(id).hidden = shown.length === 0;
  $('notice').classList.toggle('topic', Boolean(topic));
  const panel = topic?.closest('details');
  if (opened && opened !== panel) opened.open = false;
  opened = panel;
  if (panel) panel.open = true;
  const cpu = data.cpus[shown.length > 0 ? shown[0].cpu : data.cpus.findIndex((one) => one.id === FIRST)];
  for (const link of document.querySelectorAll('.designs a')) link.href = hashOf({...state, q: link.dataset.cpu});
  const answer = answerOf(cpu, state);
  document.title = topic ? `${topic.querySelector('b').textContent} – Tearline` : lost ? `No such CPU: ${short(state.q)} – Tearline` : `${answer.words}: ${cpu.name}, ${TYPES[state.width]} at ${state.offset} – Tearline`;
  if (shown.length === 0) return;
  drawElsewhere(shown.map((hit) => data.cpus[hit.cpu]));
  drawRuler(cpu);
  drawChoices(cpu);
};

/** Shows a state and updates the address. All states that appear while a text is typed share one history entry. */
const go = (next, replace, hint, typed) => {
  state = next;
  const hash = hashOf(next);
  if (hash !== location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', hash);
  render(hint, typed);
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

/** Lists the words that were not understood and the values that were assumed. */
const hintOf = (next, given, {terms, unknown}, topic) => {
  const {offset, width, write, read} = next;
  const missing = Math.ceil(offset / width) * width - offset;
  const move = `${TYPES[width]} at ${offset} ${missing === 0 ? 'needs no padding' : `needs ${missing} ${missing === 1 ? 'byte' : 'bytes'} of padding before it`} to lie at a multiple of ${width}.`;
  if (topic) return given.offset === undefined ? '' : move[0].toUpperCase() + move.slice(1);
  const assumed = [terms.length > 0 || !given.q ? '' : short(typedOf(next).split(' · ')[0]), given.offset === undefined ? `offset ${offset}` : '',
    ...(isVector(width) ? [] : [given.write ? '' : `${write} write`, given.read ? '' : `${read} read`])].filter(Boolean);
  return (unknown.length > 0 ? `Not understood: ${short(unknown.join(', '))}. ` : '') + (assumed.length > 0 ? `Assumed: ${assumed.join(', ')}.` : '');
};

/** Whether the user is typing. Each new state then replaces the history entry, so that partial words leave none. */
let typing = false;
let pasted = false;
const search = () => {
  const text = $('search').value;
  const found = finder.find(text);
  const {place, terms, unknown, hits, signature} = found;
  const given = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
  const whole = topicOf(text, {whole: true});
  const topic = whole ?? (signature ? undefined : topicOf((hits.length > 0 ? unknown : terms).join(' '), {whole: false}));
  const q = whole ? text.trim() : signature ? (signature.part || `${signature.maker} ${signature.lines}${signature.stepping === undefined ? '' : `, stepping : ${signature.stepping}`}`).trim()
    : [...terms, ...(topic && hits.length > 0 ? unknown : [])].join(' ');
  // A value that is not typed gets its default instead of the value from the last search.
  const next = {...USUAL, ...given, q: q || USUAL.q};
  go(next, typing, text.trim() === '' ? '' : hintOf(next, {...given, q: q === ''}, found, topic), true);
  if (signature && pasted) {
    // Selects the offset, so that the next input replaces it.
    const shown = typedOf(next);
    const start = shown.indexOf(' · ') + 3;
    $('search').value = shown;
    $('search').setSelectionRange(start, start + String(next.offset).length);
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
  const [linked, hint] = stateOf(location.hash);
  state = linked;
  render(hint);
};

$('search').addEventListener('input', search);
$('search').addEventListener('change', () => { typing = false; });
$('search').addEventListener('paste', () => { typing = false; pasted = true; });
// Delayed, because the click that sets the focus would undo the selection.
$('search').addEventListener('focus', () => setTimeout(() => $('search').select()));
const slide = (replace) => () => go({...state, offset: state.offset - state.offset % (Number($('offset').max) + 1) + Number($('offset').value)}, replace);
let sliding = false;
$('offset').addEventListener('input', () => { slide(sliding)(); sliding = true; });
$('offset').addEventListener('change', () => { sliding = false; });
$('picture').addEventListener('click', (event) => {
  const box = $('picture').getBoundingClientRect();
  const cells = Number($('offset').max) + 1;
  go({...state, offset: state.offset - state.offset % cells + Math.min(cells - 1, Math.floor((event.clientX - box.left) / box.width * cells))});
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
for (const node of document.querySelectorAll('.js')) node.hidden = false;
follow();
