// SPDX-License-Identifier: Apache-2.0
/** A command for the visitor's own machine; no option is broken in two. */
const command = (host, text) => text.split(' ').forEach((word, i) => {
  if (i > 0) host.append(' ');
  add(host, 'span', word, {class: 'word'});
});

/** Text with links in it: a link is a pair of its words and its address. */
const parts = (host, all) => {
  for (const part of all) {
    if (typeof part === 'string') host.append(part);
    else add(host, 'a', part[0], {href: part[1]});
  }
};

/** The address of a place on this page, with everything that is chosen beside it. */
const link = (cpu, pair, offset) => {
  const told = `${pair.write}/${pair.read}` + (pair.width === 8 ? '' : `, ${pair.width} bytes`) + (pair.processes === 1 ? '' : ', two processes');
  return `#cpu=${encodeURIComponent(cpu.id)}&write=${encodeURIComponent(pair.write)}&read=${encodeURIComponent(pair.read)}` +
    (pair.width === 8 ? '' : `&width=${pair.width}`) + (pair.processes === 1 ? '' : `&processes=${pair.processes}`) +
    (pair.title === told ? '' : `&pair=${encodeURIComponent(pair.title)}`) +
    (cpu.memory ? `&memory=${encodeURIComponent(cpu.memory)}` : '') + (offset === null ? '' : `&offset=${offset}`);
};

/** The class of places whose negative results count together. */
const kindOf = (boundary) => boundary === 0 ? 'at aligned places' : boundary < page.boundaries.length - 2 ? 'inside a line'
  : boundary === page.boundaries.length - 2 ? 'across a line' : 'across a page';

/** The rate that a negative result excludes, at 95 %; empty of any other. */
const limit = (cell) => cell.look.silent && cell.changes > 0 ? `Below ${bound(page.boundEvents / cell.changes)} at 95 %.` : '';

/** What the object in a line of Java is, which nobody writes like that. */
const internal = (pair) => ['unsafe', 'mapped', 'heap'].includes(pair.memory) && pair.width <= 8 ? 'unsafe is jdk.internal.misc.Unsafe, which VarHandle, sun.misc.Unsafe and Agrona\u2019s buffers call.' : '';

/** How sure a negative result is: one number, and behind it what it rests on. */
const sure = (host, cell) => {
  if (!cell.look.silent) return host;
  if (cell.strength && cell.strength.word !== 'strong') add(host, 'p', `Weak: ${cell.strength.sentence}.`);
  if (cell.changes > 0) add(add(host, 'p'), 'strong', `How sure: fewer than ${bound(page.boundEvents / cell.changes)} changes are torn here, at 95 %.`);
  const more = add(host, 'details');
  add(more, 'summary', 'What this rests on');
  if (cell.whole) {
    const [changes, places, fewest] = cell.whole;
    add(more, 'p', `Strong, because ${places === 1 ? 'the one cell' : `all ${places} cells`} ${kindOf(cell.boundary)} ${places === 1 ? 'is' : 'are'} silent and ` +
      `${places === 1 ? '' : 'together '}reach${places === 1 ? 'es' : ''} ${full(changes)} changes, ${full(cell.changes)} of them here. The least tried place of the class excludes ${bound(page.boundEvents / fewest)}.`);
  } else if (cell.strength && cell.strength.word === 'strong') {
    add(more, 'p', `Strong: ${cell.strength.sentence}.`);
  }
  if (cell.changes > 0) add(more, 'p', 'The number above counts the changes of this place alone, and takes them to be independent of each other.');
  return more;
};

/** A promise in words, with the sentence of each rule. */
const promised = (promise) => [promise.words + (promise.sides ? `: ${promise.sides}.` : ''), ...promise.rules.map((id) => `${id}: ${page.rules[id] ? page.rules[id].sentence : ''}`)].join(' ');

/** The bytes of one tear: which belong to which write, and where the one ends. */
const picture = (host, pair, [, seam, before, after, cut]) => {
  const bytes = (hex) => ((hex.length === 2 ? hex.repeat(pair.width) : hex).match(/../g) || []);
  const old = bytes(before);
  const fresh = bytes(after);
  const mixed = (first, second) => [...first.slice(0, seam), ...second.slice(seam)];
  const seen = cut === undefined ? mixed(old, fresh) : cut === '1' ? mixed(fresh, old) : bytes(cut);
  const table = add(host, 'table', undefined, {class: 'witness'});
  add(table, 'caption', `One tear, lowest address first; seam ${seam}`);
  const body = add(table, 'tbody');
  for (const [name, all] of [['before', old], ['after', fresh], ['seen', seen]]) {
    const row = add(body, 'tr');
    add(row, 'th', name, {scope: 'row'});
    all.forEach((byte, i) => {
      const of = name === 'before' ? 'old' : name === 'after' ? 'new' : byte === old[i] ? 'old' : byte === fresh[i] ? 'new' : '';
      add(row, 'td', byte, {class: `${of}${name === 'seen' && i === seam ? ' seam' : ''}`});
    });
  }
};

const rules = (host, promise) => {
  for (const id of promise.rules) {
    const rule = page.rules[id];
    if (!rule) continue;
    const line = add(host, 'p', `${id}: ${rule.sentence} `, {class: 'dim'});
    for (const source of rule.sources) add(line, 'a', source.title, {href: source.url});
  }
};

const seams = (host, pair) => {
  const counted = Object.entries(pair.raw.seams);
  if (counted.length === 0) return;
  const most = Math.max(...counted.map(([, count]) => count));
  const many = counted.length > 16;
  // As many seams as a wide value has would push the map out of sight.
  const box = many ? add(host, 'details') : host;
  if (many) add(box, 'summary', `Seams, all offsets: ${counted.length} places, the most frequent ${counted.find(([, count]) => count === most)[0]}`);
  const table = add(box, 'table', undefined, {class: 'bars'});
  add(table, 'caption', 'Seams, all offsets: the first byte that belongs to the other write');
  const head = add(add(table, 'thead'), 'tr');
  for (const title of ['seam', 'tears', 'share of the most frequent']) add(head, 'th', title, {scope: 'col'});
  const body = add(table, 'tbody');
  for (const [seam, count] of counted) {
    const row = add(body, 'tr');
    add(row, 'th', seam, {scope: 'row'});
    add(row, 'td', full(count), {class: 'num'});
    add(add(row, 'td'), 'div', undefined, {class: 'bar'}).style.width = `${Math.max(1, Math.round(100 * count / most))}%`;
  }
};

const files = (host, cpu, answered) => {
  if (cpu.runs.length === 0) return;
  const of = `${plural(cpu.runCount, 'result file')} of this CPU${cpu.runCount > cpu.runs.length ? `, of which these are the newest ${cpu.runs.length}` : ''}`;
  const line = add(host, 'p', cpu.own ? 'Result file: ' : `${of}; ${answered === cpu.runCount ? 'each has' : `${answered} of ${cpu.runCount} have`} an answer here: `);
  cpu.runs.forEach((run, i) => {
    const path = run[page.runColumns.length - 1];
    const name = path.split('/').pop();
    if (i > 0) add(line, 'span', ', ');
    if (cpu.own || document.body.classList.contains('single')) add(line, 'span', name, {class: 'mono'});
    else add(line, 'a', name, {class: 'mono', href: `results/${path.split('/').map(encodeURIComponent).join('/')}`});
  });
};

/** Everything that is known of one cell: what a click into any table or map opens. */
const tell = (host, cpu, pair, offset, note = []) => {
  host.replaceChildren();
  if (!pair) return;
  const left = add(host, 'div');
  const right = add(host, 'div');
  add(add(left, 'p'), 'strong', pair.title + (offset === null ? '' : ` at offset ${offset}`));
  if (note.length > 0) parts(add(left, 'p', undefined, {class: 'note'}), note);
  if (offset === null) {
    add(left, 'p', 'Choose an offset.');
    seams(right, pair);
    return;
  }
  const cell = pair.cell(offset);
  const options = `${pair.width === 8 ? '' : `--width=${pair.width} `}--offset=${offset} --write=${pair.write} --read=${pair.read}`;
  add(left, 'p', `Bytes ${offset} to ${offset + pair.width - 1}, ${place(cell)}${pair.memories.length > 0 ? `; in ${pair.memories.join(', ')} memory` : ''}.`);
  add(left, 'p', `Seen: ${words(cell)}.`);
  if (pair.raw.untried) {
    const told = pair.promises[cell.boundary];
    if (told) {
      add(left, 'p', `Promised: ${told.words}${told.sides ? `: ${told.sides}` : told.rules.length === 0 ? '' : ` (${told.rules.join(', ')})`}.`);
      rules(left, told);
    }
    return;
  }
  if (cell.reason) add(left, 'p', `Why: ${cell.reason}.`);
  const grounds = sure(left, cell);
  if (cell.rate) {
    const [interval, samples] = cell.spread;
    add(left, 'p', `Rate: ${cell.rate[0]} (${interval ? `95 %: ${interval}, by the spread of ${samples} memories and files` : 'of one sample, so its spread is not known'}).`);
  }
  if (cell.planted >= 0) {
    add(grounds, 'p', `Planted tears found: about ${cell.planted} % of the estimate; below 50 % no negative result counts, and above 150 % it is weak. At all offsets ` +
      `${full(pair.raw.plantedFound)} of about ${full(pair.raw.plantedExpected)}, ${Math.round(100 * pair.raw.plantedFound / pair.raw.plantedExpected)} %.`);
  }
  if (cell.torn > 0 && pair.raw.whoTore !== undefined) add(left, 'p', `Who tore, ${place(cell)}: ${pair.root.sides[pair.raw.whoTore][cell.boundary]}.`);
  if (cell.torn > 0 && cell.first >= 0) {
    add(left, 'p', `Time to the first tear: ${time(cell.first)} of counting${cpu.runs.length > 1 ? ', in the quickest run' : ''}.`);
  } else if (cell.torn > 0) {
    const first = add(left, 'p', `Time to the first tear: not in ${cpu.runs.length > 1 ? 'these files' : 'this file'}. Measure it: `,
      {class: 'dim'});
    command(add(first, 'code'), `java -jar target/tester.jar ${options}`);
  }
  const promise = pair.promises[cell.boundary];
  add(left, 'p', `Promised: ${promise.words}${promise.sides ? `: ${promise.sides}` : promise.rules.length === 0 ? '' : ` (${promise.rules.join(', ')})`}.`);
  rules(left, promise);
  const broken = cell.torn > 0 && pair.raw.broken ? pair.raw.broken[cell.boundary] : '';
  if (broken) add(add(left, 'p'), 'strong', `\u25e9 Against a promise: atomic (${broken}), seen torn.`);
  const witness = pair.witnesses.get(offset);
  if (witness) picture(right, pair, witness);
  else if (cell.torn > 0) add(right, 'p', 'The bytes of a tear are kept for some offsets only; not for this one.', {class: 'dim'});
  const loop = add(right, 'table', undefined, {class: 'loops'});
  add(loop, 'caption', 'The two loops');
  const body = add(loop, 'tbody');
  for (const side of ['write', 'read']) {
    const row = add(body, 'tr');
    add(row, 'th', side, {scope: 'row'});
    const code = add(row, 'td');
    add(code, 'code', pair.java(side, offset));
    add(code, 'code', pair.instructions[side] ? `loop: ${pair.instructions[side]}; jump to loop` : 'instruction not recorded');
  }
  if (internal(pair)) add(right, 'p', internal(pair), {class: 'dim'});
  const all = add(right, 'p', 'All instructions: ', {class: 'dim'});
  command(add(all, 'code'), `java -jar target/tester.jar asm ${options} --tier=${pair.tier}`);
  seams(right, pair);
  files(left, cpu, cell.files || 0);
};
