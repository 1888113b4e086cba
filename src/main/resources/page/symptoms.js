// SPDX-License-Identifier: Apache-2.0
const MAX_COLUMNS = 2000;
/** Stands for the end of a line in a field, which has only one. */
const LINE_END = ' \u23ce ';

const expressions = {};
/** Returns an expression of the table, compiled once. */
const expression = (pattern) => (expressions[pattern] ??= new RegExp(pattern));

/** Fills a sentence with facts, or returns nothing if one of them is unknown. The same as Sentence.java. */
const sentence = (text, facts) => {
  let missing = false;
  const filled = text.replace(/\{([\w+]+)(?:%(\d+))?( bytes)?\}/g, (_, sum, divisor, bytes) => {
    const values = sum.split('+').map((name) => facts[name]);
    if (values.includes(undefined)) missing = true;
    if (missing) return '';
    const value = divisor ? String(values.reduce((all, one) => all + BigInt(one), 0n) % BigInt(divisor)) : values[0];
    return bytes ? `${value} ${value === '1' ? 'byte' : 'bytes'}` : value;
  });
  return missing ? undefined : filled;
};

/** Returns the named groups of the first line that has the pattern. A group named xHex is x without its 0x. */
const groupsOf = (pattern, lines) => {
  const found = expression(pattern);
  const line = lines.find((one) => found.test(one));
  const match = line !== undefined && found.exec(line);
  return match && Object.fromEntries(Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined)
    .map(([name, value]) => name.endsWith('Hex') ? [name.slice(0, -3), `0x${value}`] : [name, value]));
};

/** Returns the bytes of machine code from pc to the end of its line. The same as HexDump.java. */
const bytesFromPc = (lines) => {
  const start = lines.findIndex((line) => /^Instructions: \(pc=0x[0-9a-f]{1,16}\)/.test(line));
  if (start < 0) return [];
  const pc = BigInt(/0x[0-9a-f]+/.exec(lines[start])[0]);
  for (const line of lines.slice(start + 1)) {
    const dump = /^(?:=>| {2})?(0x[0-9a-f]{1,16}): {1,3}((?:[0-9a-f]{2} ?){4,16})$/.exec(line);
    const bytes = dump?.[2].split(' ') ?? [];
    const offset = dump ? Number(pc - BigInt(dump[1])) : -1;
    if (offset in bytes) return bytes.slice(offset);
  }
  return [];
};

const kindOf = ({address, pc, size}) => {
  const at = BigInt(address);
  if (at === 0n) return 'none';
  if (pc !== undefined && at === BigInt(pc)) return 'pc';
  if (at < 4096n) return 'null';
  if (at % BigInt(size) === 0n) return 'aligned';
  return at % 16n + BigInt(size) <= 16n ? 'within' : 'misaligned';
};

/** Reads facts from lines. The same as Facts.java. */
const factsOf = ({facts: readers, arm64}, lines) => {
  const facts = {};
  const add = (more) => Object.entries(more).forEach(([name, value]) => { facts[name] ??= value; });
  for (const {when = {}, in: source, pattern, set = {}} of readers) {
    if (Object.entries(when).some(([name, value]) => facts[name] !== value)) continue;
    const sources = {...facts, text: lines.join('\n')};
    const groups = groupsOf(pattern, source ? [sources[source]].filter((one) => one !== undefined) : lines);
    if (groups) add({...groups, ...set});
  }
  const bytes = bytesFromPc(lines);
  if (facts.arch === 'x86' && bytes.length > 0) facts.code86 = bytes.join(' ');
  if (facts.arch === 'aarch64') {
    if (bytes.length >= 4) facts.word = `0x${bytes.slice(0, 4).reverse().join('')}`;
    const word = BigInt(facts.word ?? 0);
    const opcode = facts.word && arm64.find(({mask, bits}) => (word & BigInt(mask)) === BigInt(bits));
    if (opcode) Object.assign(facts, {instruction: opcode.instruction, access: opcode.access, size: String(opcode.size ?? 1 << Number(word >> 30n))});
  }
  if (facts.address !== undefined) facts.at = kindOf(facts);
  return facts;
};

/** Splits lines where the log of another crash starts, which has another pc. */
const crashesOf = (lines) => {
  const crashes = [[]];
  let pc;
  for (const line of lines) {
    const header = /^\W*(?:SIG|EXCEPTION_)\w+ \(0x[0-9a-f]+\) at pc=(0x[0-9a-f]+)/.exec(line)?.[1];
    if (header && pc && header !== pc) crashes.push([]);
    pc = header ?? pc;
    crashes.at(-1).push(line);
  }
  return crashes;
};

const holds = ({when = {}}, facts) => Object.entries(when).every(([name, pattern]) => expression(`^(?:${pattern})$`).test(facts[name] ?? ''));

const explanationOf = ({id, alignment, title, text, fix = []}, facts) => {
  const sentences = (some) => some.map((one) => sentence(one, facts)).filter((one) => one !== undefined);
  return {id, alignment, title: sentence(title, facts), text: sentences(text), fix: sentences(fix)};
};

/** Returns what the table of symptoms knows about a text, and about its CPU. The same as Symptoms.java of judge. */
const explained = (table, text, beside = {}) => {
  const lines = text.split(/[\r\n]+| \u23ce /).map((line) => line.trim().slice(0, MAX_COLUMNS));
  const found = [];
  for (const crash of crashesOf(lines)) {
    const facts = {...beside, ...factsOf(table, crash)};
    const symptom = table.crashes.find((one) => holds(one, facts));
    const explanation = symptom && explanationOf(symptom, facts);
    if (explanation && !found.some((one) => JSON.stringify(one) === JSON.stringify(explanation))) found.push(explanation);
  }
  const known = {...beside, ...factsOf(table, lines)};
  let free = lines;
  for (const symptom of table.lines) {
    const own = free.filter((line) => symptom.patterns.some((pattern) => expression(pattern).test(line)));
    const groups = own.length > 0 ? symptom.patterns.map((pattern) => groupsOf(pattern, [own[0]])).find(Boolean) : {};
    const facts = {...known, count: String(own.length), found: String(found.length), ...groups};
    if (own.length > 0 && holds(symptom, facts)) {
      found.push(explanationOf(symptom, facts));
      free = free.filter((line) => !own.includes(line));
    }
  }
  return found;
};

/** Returns a log of several lines as a field holds it; a long one without the lines that no pattern finds. */
const inOneLine = ({facts, lines: symptoms}, text) => {
  const patterns = [...facts.filter((reader) => reader.pattern && !reader.in).map(({pattern}) => pattern), ...symptoms.flatMap((one) => one.patterns)];
  const says = (line) => text.length <= MOST_CHARACTERS || patterns.some((pattern) => expression(pattern).test(line));
  return text.trim().split(/[\r\n]+/).filter(says).join(LINE_END);
};
