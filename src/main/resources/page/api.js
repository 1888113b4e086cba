// SPDX-License-Identifier: Apache-2.0
/** The API of a place. Vectors have one of their own. */
const apiOf = ({width, api}) => data.apis[isVector(width) ? 'vector' : api ?? USUAL.api];

/** Why a JDK refuses it, given a reason such as "UnsupportedOperationException since JDK 23, IllegalStateException before". */
const reasonIn = (java, reason) => {
  const [, now, since, before = ''] = /^(.*) since JDK (\d+)(?:, (.*) before)?$/.exec(reason) ?? [];
  if (!java || !since) return reason;
  return java < Number(since) ? before : now;
};

/** A type that was asked for by a name of its own, such as double. */
const typeOf = ({type, width}) => (data.words.types[type] === width ? type : undefined);

/** Names and Java of an API are those of a long. */
const inType = (text, place) => {
  const type = typeOf(place) ?? JAVA[place.width] ?? 'long';
  return text.replaceAll('Long', type[0].toUpperCase() + type.slice(1)).replaceAll('LONG', type.toUpperCase()).replaceAll('longs', `${type}s`);
};

/** Why the JDK refuses the write or the read, or ''. A VarHandle adds to an int and a long only. */
const refusalOf = (api, {offset, write, read, width, java, type}) => {
  const column = 1 + (offset % width === 0 ? 0 : 1);
  const short = (mode) => (width === 2 || type && mode === 'getandadd' ? 2 : 0);
  const reason = (modes, mode) => (Object.hasOwn(modes, mode) ? reasonIn(java, modes[mode][column + short(mode)]) : api.other);
  return isVector(width) ? '' : reason(api.writes, write) || reason(api.reads, read);
};

const verdictOf = (style) => {
  const verdict = data.verdicts.findIndex(([one]) => one === style);
  const [, glyph, words] = data.verdicts[verdict];
  return {verdict, style, glyph, words, origin: 'documented'};
};

/** Adds what holds until the JIT compiles the call. What the CPU then does comes second. */
const untilCompiled = (compiled, style, words, why) => ({...compiled, ...verdictOf(style), words, why,
  sure: `Once the call is compiled: ${compiled.words}. ${compiled.why}`});

/** The answer for an access through an API: the JDK may refuse it, and may make it in pieces or with other instructions until it is compiled. */
const answerOf = (cpu, place) => {
  const compiled = lookUp(cpu, place, data.classes[cpu.arch]);
  const api = apiOf(place);
  const name = inType(api.name, place);
  const refusal = refusalOf(api, place);
  if (refusal) {
    const why = refusal === 'no such method' ? `${name} has no such method: its accesses are plain.` : `The JDK throws: ${refusal} (${name}).`;
    const fix = api === data.apis[api.instead] ? `Move it to ${compiled.next}, a multiple of ${place.width}, where the JDK allows the access.`
      : `Use another API, ${inType(data.apis[api.instead].name, place)}, at ${compiled.next}, a multiple of ${place.width}.`;
    return {...compiled, ...verdictOf('refused'), why, sure: '', fix};
  }
  if (compiled.style === 'torn') return compiled;
  const plain = isVector(place.width) || place.write === 'plain' || place.read === 'plain';
  if (api.pieces && plain && (isVector(place.width) || place.offset % place.width !== 0)) {
    return untilCompiled(compiled, 'torn', 'TEARS UNTIL COMPILED', `Until the JIT compiles the call, Java code makes this access in pieces, so it tears on every CPU (${name}).`);
  }
  const first = isVector(place.width) ? compiled : lookUp(cpu, place, data.interpreted[cpu.arch]);
  if (first.style === 'faults' && compiled.style !== 'faults') {
    return untilCompiled(compiled, 'faults', 'FAULTS UNTIL COMPILED', 'Until the JIT compiles the call, the JVM uses STLR or LDAR, which fault there with SIGBUS.');
  }
  return compiled;
};

/** Java of the API, or of the one to use instead. */
const javaOf = (place, next) => {
  const api = apiOf(place);
  const {writes} = refusalOf(api, {...place, offset: next}) ? data.apis[api.instead] : api;
  return inType((writes[place.write] ?? writes.plain)[0], place).replace('ADDRESS', `base + ${next}`);
};
