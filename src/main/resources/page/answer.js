// SPDX-License-Identifier: Apache-2.0
/** The assumed chips. An offset counts from a line, because that is a multiple of it in a page. */
const PAGE = 4096;
const NEWEST_JAVA = 25;
const FIRST_PLAIN_ON_HEAP = 23;
const JAVA_TYPES = {2: 'short', 4: 'int', 8: 'long'};
const LOCKED = /^(?:cas|getand\w+|exchange)$/;
const isVector = (width) => width > 8;
const isX86 = ({arches}, {arch}) => arches[arch] === 'x86_64';

/** The boundary of a value: the largest power of two that has a multiple strictly inside the value. */
const boundary = (offset, width) => 2 ** (31 - Math.clz32(offset ^ (offset + width - 1)));

/** Adds what is assumed: a long, written ordered and read volatile through Unsafe, anywhere in a line. */
const filled = (data, asked) => {
  const width = asked.width ?? 8;
  const api = isVector(width) ? 'vector' : asked.api ?? 'unsafe';
  const {starts = PAGE, writes = {}} = data.apis[api] ?? {};
  // A plain get is asked about with the plain set that belongs to it. A ByteBuffer has plain accesses only.
  const plain = isVector(width) || [asked.write, asked.read].includes('plain') || ['bytebuffer', 'segment-unaligned'].includes(api) && !asked.write && !asked.read || !writes.ordered;
  const {start = starts, stride = 0} = asked;
  return {java: NEWEST_JAVA, tier: 'first', ...asked, start: stride ? Math.min(start, stride & -stride) : start, width, api, write: asked.write ?? (plain ? 'plain' : 'ordered'), read: asked.read ?? (plain ? 'plain' : 'volatile')};
};

/** The name of the type of a value, if it has one. */
const typeOf = ({type, width}) => type ?? JAVA_TYPES[width];
const valueOf = (place) => (isVector(place.width) ? `a vector of ${place.width} bytes` : `${typeOf(place) === 'int' ? 'an' : 'a'} ${typeOf(place)}`);

/** Names and Java of an API are those of a long. */
const inType = (text, place) => {
  const type = typeOf(place) ?? 'long';
  return text.replaceAll('Long', type[0].toUpperCase() + type.slice(1)).replaceAll('LONG', type.toUpperCase()).replaceAll('longs', `${type}s`);
};

/** Returns how a JDK makes an access, and the number of the answer for its instructions at an offset. */
const found = (data, cpu, {api, write, read, width, type, java}, offset) => {
  const {accesses, lists, ways, instructions, rows, bases, writes, reads} = data;
  const key = `${width}${/float|double/.test(type) ? 'f' : ''} ${api}`;
  const list = lists[(java < FIRST_PLAIN_ON_HEAP ? accesses[`${key} before`] : undefined) ?? accesses[key]];
  const modes = isVector(width) ? 0 : writes.indexOf(write) * reads.length + reads.indexOf(read);
  const row = rows[bases[cpu.basis][instructions[cpu.arch][WIDTHS.indexOf(width)][modes]]];
  const place = offset % width === 0 ? 0 : Math.log2(Math.min(cpu.page, boundary(offset, width)) / width) + 1;
  return [ways[list[modes]], row[Math.min(place, row.length - 1)]];
};

/** Returns what holds until the JIT compiles the call, if that differs, and what holds from then on. */
const stagesOf = (data, cpu, place, offset) => {
  const {width} = place;
  const isMisaligned = offset % width > 0;
  const [{aligned, misaligned, untilCompiled, inPieces}, number] = found(data, cpu, place, offset);
  const {says} = data.names;
  const documented = (code, why, fix, exception) => ({rank: data.verdicts.findIndex(([one]) => one === code), origin: 'documented', why: says[why] ?? says.throws, sure: '', fix, exception});
  // A promise for the compiled code does not hold before.
  const whole = (fix) => (/^Nothing/.test(fix) ? says.first : fix);
  const exception = isMisaligned ? misaligned : aligned;
  if (exception) {
    return [documented('refused', exception, aligned ? says.instead : says.allowed, exception)];
  }
  const first = data.answers[number];
  const last = data.answers[number + first.then];
  if (data.verdicts[last.rank][0] === 'torn') return [last];
  if (untilCompiled && offset % 4 === 3) return [documented('refused-until-compiled', 'spans', whole(last.fix), untilCompiled), last];
  if (inPieces && (isMisaligned || isVector(width))) return [documented('torn-until-compiled', 'pieces', isMisaligned ? whole(last.fix) : last.fix), last];
  return last === first ? [last] : [first, last];
};

/** Returns an answer with its placeholders filled in. */
const written = (data, cpu, place, offset) => {
  const {width} = place;
  const last = offset + width - 1;
  const next = Math.ceil((place.offset !== undefined && place.start < PAGE ? place.offset : offset) / width) * width;
  const api = data.apis[place.api];
  const values = {width, cpu: cpu.name, nearest: cpu.nearest, from: offset, to: last, edge: last - last % boundary(offset, width), next,
    api: inType(api.name, place), instead: inType(data.apis[api.instead].name, place)};
  const [locked, other] = LOCKED.test(place.write) ? ['write', 'read'] : ['read', 'write'];
  // On x86-64 a locked instruction is whole at any address.
  const mixed = isX86(data, cpu) && LOCKED.test(place[locked]) && !LOCKED.test(place[other]);
  const filled = (text, exception) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? exception).replace('This access', mixed ? `A locked ${locked} is whole anywhere; the ${other}` : '$&');
  const [first, later] = stagesOf(data, cpu, place, offset).map(({rank, origin, why, sure, fix, exception}) => {
    const [, verdict, glyph, headline] = data.verdicts[rank];
    return {rank, origin, verdict, glyph, headline, why: filled(why, exception), sure: filled(sure), fix: filled(fix), next, offset};
  });
  if (!later) return first;
  return place.tier === 'compiled' ? later : {...first, later, sure: `Once the call is compiled: ${later.headline}. ${later.why}`};
};

/** Returns the places of a line at which a value can lie. */
const placesOf = (cpu, {offset, start, inside, width}) => {
  const cells = Math.max(64, cpu.line);
  const block = inside === 'line' ? cells : inside;
  if (offset === undefined) return Array.from({length: cells}, (_, at) => at).filter((at) => !inside || at % block + width <= block);
  if (start >= cells) return [offset];
  return [...new Set(Array.from({length: cells / start}, (_, i) => (offset + i * start) % cells))].sort((a, b) => a - b);
};

/** Returns text such as "25 to 31 and 57 to 63". */
const runsOf = (offsets) => {
  const runs = [];
  for (const at of offsets) {
    if (runs.at(-1)?.[1] === at - 1) runs.at(-1)[1] = at;
    else runs.push([at, at]);
  }
  const texts = runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
};

/** What holds once a call is compiled, if that is not known. */
const then = ({later}) => (later?.verdict === 'open' ? `, then ${said(later.headline)},` : '');
const said = (words) => words.replace('YES, IT ', '').toLowerCase();

/** Returns the answer for all places at which a value can lie: the worst, and what holds at the others. */
const answerOf = (data, cpu, place) => {
  const places = placesOf(cpu, place);
  const groups = new Map();
  for (const offset of places) {
    const answer = written(data, cpu, place, offset);
    const key = answer.headline + then(answer);
    const group = groups.get(key) ?? {at: []};
    // A place where another CPU tore stands for those where none did.
    const first = group.at.length > 0 && !(/ tore/.test(answer.sure) && !/ tore/.test(group.sure));
    const tore = / tore/.test(answer.sure) ? [...group.tore ?? [], offset] : group.tore;
    groups.set(key, {...answer, ...(first ? group : {}), at: [...group.at, offset], tore});
  }
  const sorted = [...groups.values()].sort((a, b) => a.rank - b.rank);
  const [worst, ...others] = sorted;
  if (places.length === 1) return worst;
  const ofOthers = ({at, tore = at}) => (tore.length < at.length ? ` (measured CPUs tore at ${runsOf(tore)})` : '');
  const any = place.offset === undefined;
  const each = (group) => `${said(group.headline)}${then(group)} at ${any ? `${group.at.length} of them, ` : ''}${runsOf(group.at)}${ofOthers(group)}`;
  const which = any ? `Of the ${places.length} places ${place.inside ? 'inside' : 'in'} ${place.inside > 0 ? `${place.inside} aligned bytes` : 'a line'}`
    : `${place.stride ? `Records of ${place.stride} bytes put` : `Memory that starts at a multiple of ${place.start} puts`} it at ${runsOf(places)} of a line`;
  const where = `${which}: ${sorted.map(each).join('; ')}.`;
  const count = sorted.filter(({headline}) => headline === worst.headline).flatMap(({at}) => at).length;
  const headline = !any || count === places.length ? worst.headline + (any ? /^NOT/.test(worst.headline) ? ' ANYWHERE' : ' EVERYWHERE' : '') : `${said(worst.headline).toUpperCase()} AT ${count} OF ${places.length} PLACES`;
  const padded = place.stride % place.width > 0 ? `Pad the records to a multiple of ${place.width} bytes.` : '';
  const aligned = place.stride ? padded : data.names.says.memory;
  const whole = others.length === 0 && place.offset % place.width === 0;
  const sure = / there/.test(worst.sure) ? `At ${worst.offset}: ${worst.sure}` : worst.sure;
  const more = others.filter(({verdict}) => /torn|fault|refused/.test(verdict)).map((group) => `${said(group.headline)} at ${group.at.length}`);
  return {...worst, headline, more, places, sure, why: `${where} At ${worst.offset}: ${worst.why}`, fix: `${any || whole ? `At ${worst.offset}: ` : aligned && `${aligned} `}${worst.fix}`};
};

/** Java that writes the value where it is whole. */
const javaOf = (data, cpu, place, next) => {
  const refused = written(data, cpu, place, next).verdict === 'refused';
  const {writes} = data.apis[refused ? data.apis[place.api].instead : place.api];
  const where = data.apis[place.api].starts < PAGE ? `${next}` : `base + ${next}`;
  return inType(writes[place.write] ?? writes.plain, place).replace('ADDRESS', where).replace('BITS', place.width * 8);
};
