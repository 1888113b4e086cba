// SPDX-License-Identifier: Apache-2.0
/** An operator whose result the page does not compute. It stays as an unknown word, because one operand alone is another place. */
const OPERATOR = /(?<=[\w)\]] ?)(?:<<|>>>?|[%&^*](?= ?[~(-]*\d)|(?<=\d ?)\*(?= ?[a-z(])|[<>]=?(?= ?\d)|(?<=(?:addr|address|offset|base|ptr|index) ?)\|)/gi;
const REMAINDER = /(%|&|\bmod(?:ulo)?\b)\s*(0x[0-9a-f]+|\d+)\s*\)?\s*(?:={1,3}|\bis\b|\bequals?\b)\s*(0x[0-9a-f]+|\d+)/gi;
/** The size of what is allocated or wrapped is no offset. */
const SIZE = /\b(allocate\w*|wrap|ofBuffer)\((?:[^()]|\([^()]*\))*\)/gi;

/** Writes an operator in the wide form, which is not removed with other punctuation. */
const kept = (signs) => signs.replace(/[<>%&^*|]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replace(/[^＜＞％＆＾＊｜]/g, '');

/** Computes constant expressions such as base + 8 * 7 + 4, and writes addr & 63 == 60 as a remainder. */
const computed = (text) => {
  let result = text.replace(/(?<=\d)_(?=\d)/g, '').replace(/\b(\d+)l\b/gi, '$1')
    .replace(/\b(index|address ?offset)\W+(\d+)\W+(?:and )?(?!\1)(?:index|address ?offset)\W+(\d+)/gi, (_, name, one, other) => ` at ${(Number(one) + Number(other)) % (LAST_OFFSET + 1)} `)
    .replace(REMAINDER, (_, sign, by, rest) => ` modulo ${Number(by) + (sign === '&' ? 1 : 0)} is ${Number(rest)} `)
    .replace(/(\d+)\s*\(?\bmod(?:ulo)?\s*(\d+)\)?/gi, ' modulo $2 is $1 ')
    .replace(/\b(\d{1,5})\s*\*\s*(\d{1,5})\b/g, (_, one, other) => Number(one) * Number(other));
  for (let before; before !== result;) {
    before = result;
    result = result.replace(/(?<!\d)\+\s*(\d{1,5})\s*([+-])\s*(\d{1,5})\b(?!\s*\*)/, (_, one, sign, other) => ` + ${Number(one) + Number(sign + other)}`);
  }
  return result.replace(/(?<=[\w)\]] ?)\+(?=0x)|(?<![\d+])\+(?=\d)/gi, ' + ');
};

/** Keeps the arguments of a call that say where: not the value, nor what a compare-and-set compares. The offset in an object of the heap is none in a line. */
const called = (text) => text.replace(/\b((?:\w+\.)?)((?:put|get|set|add|compare|weak)\w*)\(((?:[^()]|\([^()]*\))*)\)/gi, (_, owner, method, list) => {
  const [one, other, ...more] = list.split(',').map((part) => part.trim());
  if (other === undefined || /\d/.test(one) || more.length === 0 && !/^get(?!and)/i.test(method)) return `${owner}${method}(${one})`;
  const heap = /^(u|unsafe|theunsafe|unsafe_?instance)\.$/i.test(owner) && one !== 'null';
  return `${heap ? 'heap ' : ''}${owner}${method}(${one}, ${other})`;
});

/** Translates words of other languages. Chinese is written without spaces, so the longest words are taken first. */
const translated = (text, translations) => {
  const chinese = Object.keys(translations).filter((word) => /\p{Script=Han}/u.test(word)).sort((a, b) => b.length - a.length);
  return text.replace(/\p{Script=Han}+/gu, (run) => ` ${run.replace(new RegExp(chinese.join('|'), 'g'), (word) => ` ${translations[word]} `)} `)
    .replace(/\p{L}+(?:-\p{L}+)*/gu, (word) => (Object.hasOwn(translations, word.toLowerCase()) ? translations[word.toLowerCase()] : word));
};

/** Removes everything that people omit or spell differently: zen4 is Zen 4, and neoverse-v1 is Neoverse V1. */
const squeezed = (text) => text.toLowerCase().replace(/[^\p{L}0-9+]+/gu, '');

/** Converts text to English in lower case with single spaces. A comma separates what cannot be one name. */
const spaced = (text, translations) => computed(called(translated(text.toLowerCase(), translations)))
  .replace(/\((r|tm|c)\)/g, ' ')
  .replace(SIZE, '$1 ')
  .replace(/\[\](?=[.]class)|[.]class\b/g, ' ')
  .replace(/byte ?\[\d*\]/g, 'bytearray')
  .replace(/(long|int|short|char|double|float) ?\[\d*\]/g, '$1 array')
  .replace(/n't\b|n’t\b/g, 'nt')
  .replace(/['’](s|re|ll|ve|d|m)\b/g, '')
  .replace(/[([](?=\d)/g, ' at ')
  .replace(/(\d) ?%(?! ?\d)/g, '$1 percent ')
  .replace(OPERATOR, (signs) => ` ${kept(signs)} `)
  .replace(/-d(?=(?:offset|write|read|width)=)/g, ' ')
  .replace(/@/g, ' @ ')
  .replace(/[·,;?!，。；？！、]+/g, ' , ')
  .replace(/[^\p{L}0-9+.,@＜＞％＆＾＊｜-]+/gu, ' ')
  .replace(/[.-]+(?= |$)/g, '')
  .replace(/(?<= |^)-+(?=[a-z])/g, '')
  .replace(/ +/g, ' ').trim();

/** Matches a pattern between spaces. */
const whole = (pattern) => new RegExp(`(?<=^| )(?:${pattern})(?= |$)`, 'gi');

/** Returns the number of letters to insert, remove, replace or exchange with the next one. */
const distance = (one, other) => {
  const rows = [[...Array(other.length + 1).keys()]];
  for (let i = 1; i <= one.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      rows[i].push(Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
};

/** Returns the text with each misspelled word replaced by the nearest known one. Short words are near to too many others. */
const corrected = (text, unknown, known) => unknown.join(' ').split(' ').filter((word) => /^[a-z]{5,}$/.test(word) && !known.includes(word)).reduce((all, word) => {
  const most = word.length < 8 ? 1 : 2;
  const near = known.filter((one) => Math.abs(one.length - word.length) <= most).map((one) => [distance(word, one), one]).sort(([a], [b]) => a - b);
  return near.length > 0 && near[0][0] <= most ? all.replace(new RegExp(`\\b${word}\\b`, 'i'), near[0][1]) : all;
}, text);
