// SPDX-License-Identifier: Apache-2.0
/** Marks what stands in code and is no word of the question. */
const CODE = '\u02bc';
const BYTES = {short: 2, char: 2, int: 4, float: 4, long: 8, double: 8, byte: 1};
const bytesOf = (text) => BYTES[/long|double|int(?!64)|float|short|char/.exec(text)] ?? 8;
const commonDivisor = (one, other) => (other ? commonDivisor(other, one % other) : Math.abs(one));

/** Reads code, of which only the calls and the places that they access belong to a question. */
class Code {
  constructor({code: {places, registers, ...patterns}, method}, isKnown) {
    const pattern = (text) => new RegExp(text.replaceAll(/ANY|R64|R32|TERM/g, (part) => registers[part]), 'gu');
    Object.assign(this, {isKnown, method: new RegExp(method), places: places.map(([text, words]) => [pattern(text), words])});
    for (const [name, text] of Object.entries(patterns)) this[name] = pattern(text);
  }

  /** Returns a text in lower case with words in place of its code. */
  plain(text) {
    this.bound = new Map();
    const calls = this.calls(text.replace(this.declared, (_, name, value) => this.bind(name, value)));
    return this.places.reduce((all, [pattern, words]) => all.replace(pattern, words), calls).replace(/\u27e8([&=]?)([^\u27e9]*)\u27e9/g, (_, sign, sum) => (sign === '=' ? this.sum(sum)[1] : this.where(sum, sign)));
  }

  /** Remembers the value of a name. One that is named like a place says where. */
  bind(name, value) {
    const {1: number, ...names} = this.sum(value);
    const isNumber = Object.keys(names).length === 0;
    if (isNumber && this.isKnown(name, 'markers')) return ` ${name} ${number} , `;
    this.bound.set(name, isNumber ? number : value);
    return ' , ';
  }

  /** Replaces calls that access memory, in others, too. */
  calls(text) {
    return text.replace(this.call, (all, owner, name, list) => this.said(owner, name.replace(/atindex$/, ''), list.match(this.argument)?.map((one) => one.trim()) ?? [], name) ?? `${owner}${name}(${this.calls(list)})`);
  }

  /** Returns the words of a call; nothing if it accesses no memory. */
  said(owner, name, list, full) {
    const {verb, type} = this.method.exec(name)?.groups ?? {};
    if (!verb || !type && !owner) return undefined;
    const isObject = (one) => /^(?:null|this)$/.test(one) || this.isKnown(one.replace(/.*\./, ''), 'apis', 'types', 'memory');
    const all = list.filter((one) => !/endian|order/.test(one));
    const values = /compare/.test(verb) ? 2 : /^(?:get|read)$/.test(verb) ? 0 : 1;
    let count = Math.max(all.length - values, 1);
    // A value may be left out.
    while (count < all.length && isObject(all[count - 1])) count++;
    const [objects, places] = [[], []];
    all.slice(0, count).forEach((one, i) => (isObject(one) || i === 0 && count > 1 ? objects : places).push(one));
    const bytes = bytesOf(objects[0]);
    const known = objects.filter((one) => one !== 'null' && isObject(one)).join(' ').replace('this', 'java field');
    return ` ${owner}${name} ${known} ${this.where((name === full ? '' : `${bytes} * `) + places.join(` + ${bytes} * `))} `;
  }

  /** Returns the words for an expression: base + 4 + 24 * i is at 4 in records of 24 bytes. */
  where(text, isAddress) {
    // Words such as index 12 are no code.
    if (/^[a-z]\w*[ =]+\d/.test(text)) return text;
    const {1: number, ...names} = this.sum(text);
    const all = Object.keys(names);
    const free = all.filter((name, i) => names[name] !== 1 || !(isAddress && i === 0 || name.match(this.base)));
    const stride = free.reduce((step, name) => commonDivisor(step, names[name]), 0);
    if (stride === 1) return text.replace(/\w+/g, `${CODE}$&`);
    if (number === undefined && !stride) return '';
    const heap = /base_offset/.test(all) ? 'heap ' : '';
    return `${heap}${isAddress || heap || all.some((name) => name.match(this.address)) ? 'index' : 'at'} ${number ?? 0} ${stride ? `stride ${stride}` : ''}`;
  }

  /** Reads an expression as a sum: the factor of each name, and the number as that of 1. What is no such sum is a name. */
  sum(text) {
    const known = text.replace(/\((?:long|int)\) */g, '').replace(/[a-z_][\w.]*/g, (name) => this.bound.get(name) ?? name).replace(this.size, bytesOf).replace(/[a-z_][\w.]*\([^()]*\)/g, '?');
    if (/[%&|/^]|\) *[*<]|[*] *\(/.test(known)) return {[text]: 1};
    const sum = {};
    for (const [, sign, term] of known.replace(/[() #]/g, '').replaceAll(',', '+').matchAll(/([+-]?)([^+-]+)/g)) {
      const factors = term.split(/[*]|(?=<<)/);
      const names = factors.filter((one) => !/^(?:<<)?\d/.test(one));
      const number = factors.filter((one) => !names.includes(one)).reduce((all, one) => (one[0] === '<' ? all * 2 ** one.slice(2) : all * Number(one.replace(/(?<!x.*)l$|_/g, ''))), sign === '-' ? -1 : 1);
      const name = names.join('*') || 1;
      sum[name] = (sum[name] ?? 0) + number;
    }
    return sum;
  }
}
