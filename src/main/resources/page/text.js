// SPDX-License-Identifier: Apache-2.0
const MOST_CHARACTERS = 8000;
const LAST_OFFSET = 65535;
/** The size of what is allocated or wrapped is no offset. */
const SIZE = /\b(allocate\w*|wrap|ofbuffer)\((?:[^()]|\([^()]*\))*\)/g;
const OPERATOR = /[<>]=?|<<|>>|[%&^*|~]|(?<!\w)=|=(?!\w)/g;
const UNFIT = /(?:[^\p{L}0-9+.,@<>%&^*|~=-](?<!\p{L}#))+/gu;

const WIDTHS = [2, 4, 8, 16, 32, 64];
/** An address is given by what remains of it. */
const REMAINDER = /(%|&|\bmod(?:ulo)?\b) ?(\d+|0x[0-9a-f]+)\)? ?(?:={1,3}|is|equals) ?(\d+)/g;
const remainder = (operator, number, rest) => {
  const divisor = operator === '&' ? number + 1 : number;
  return divisor === 64 ? ` at ${rest} ` : ` at ${rest} multiple of ${divisor} `;
};

/** Removes everything that people omit or spell differently: zen4 is Zen 4, and neoverse-v1 is Neoverse V1. */
const squeezed = (text) => text.toLowerCase().replace(/[^a-z0-9+#\u00c0-\uffff]+/g, '');

/** Translates words of other languages. Chinese is written without spaces, so the longest words are taken first. */
const translated = (text, translations) => {
  const chinese = Object.keys(translations).filter((word) => /\p{Script=Han}/u.test(word)).sort((a, b) => b.length - a.length);
  return text.replace(/\p{Script=Han}+/gu, (run) => ` ${run.replace(new RegExp(chinese.join('|'), 'g'), (word) => ` ${translations[word]} `)} `)
    .replace(/\p{L}+(?:-\p{L}+)*/gu, (words) => {
      const parts = Object.hasOwn(translations, words) ? [words] : words.split('-');
      return parts.some((word) => Object.hasOwn(translations, word)) ? parts.map((word) => (Object.hasOwn(translations, word) ? translations[word] : word)).join(' ') : words;
    });
};

/** Keeps the arguments of a call that say where: not the value, nor what a compare-and-set compares. */
const called = (text) => text.replace(/\b((?:\w+\.)?(?:put|get|set|add|compare|weak)\w*)\(([^()]*)\)/g, (_, method, list) => {
  const [one, other, ...more] = list.split(',').map((part) => part.trim());
  const alone = other === undefined || /\d/.test(one) || more.length === 0 && !/(?:^|\.)get(?!and)/.test(method);
  return `${method}(${alone ? one : `${one}, ${other}`})`;
});

/** Converts text to English words in lower case with single spaces. A comma separates what cannot be one name. */
const spaced = (text, translations) => called(translated(text.slice(0, MOST_CHARACTERS).toLowerCase(), translations))
  .replace(/\((r|tm|c)\)/g, ' ')
  .replace(REMAINDER, (_, operator, number, rest) => remainder(operator, Number(number), rest))
  .replace(/\bbytes? (\d+) ?(?:to|through|-|–|\.\.\.?) ?(\d+)/g, (all, from, to) => (WIDTHS.includes(to - from + 1) ? ` at ${from} , ${to - from + 1} bytes ` : all))
  .replace(/\b(offset|index|position|pos|addr|address|addressoffset|byte) ?={1,3} ?(?=\d)/g, '$1 ')
  .replace(/0x[0-9a-f]*(?:\.{2,}|…)(?=[0-9a-f])/g, 'at 0x')
  .replace(SIZE, '$1 ')
  .replace(/\b(0?[6f])_(?=[0-9a-f]{1,2}h\b)/g, '$1 ')
  .replace(/(?<=\d)_(?=\d)|(?<=\d)l\b/g, '')
  .replace(/byte ?\[\d*\]/g, ' bytearray ')
  .replace(/(?<=long|int|short|char|double|float) ?\[\d*\](?=\.class)|\.class\b/g, ' ')
  .replace(/(long|int|short|char|double|float) ?\[\d*\]/g, '$1array ')
  .replace(/n['’]t\b/g, 'nt').replace(/['’](s|re|ll|ve|d|m)\b/g, '')
  .replace(/[([] *(?=-?\d)/g, ' at ')
  .replace(/-d(?=(?:offset|write|read|width)=)/g, ' ').replace(/(\w)=(?=\w)/g, '$1 ')
  .replace(/(?<!\d)\+(?=\d)/g, ' + ').replace(/(?<![\w+])\+(?=[a-z])/g, ' ').replace(/@/g, ' @ ')
  .replace(OPERATOR, ' $& ')
  .replace(/[·,;?!，。；？！、]+/g, ' , ')
  .replace(UNFIT, ' ')
  .replace(/[.-]+(?= |$)/g, '').replace(/(?<= |^)-+(?=[a-z])/g, '')
  .replace(/ +/g, ' ').trim();

/** Returns a word as it was typed, before it was translated. */
const asTyped = (word, typed, translations) => {
  const text = typed.toLowerCase();
  return text.includes(word) ? word : Object.keys(translations).find((one) => text.includes(one) && translations[one].split(' ').includes(word)) ?? word;
};

/** Matches a pattern between spaces. */
const whole = (pattern) => new RegExp(`(?<=^| )(?:${pattern})(?= |$)`, 'gi');
