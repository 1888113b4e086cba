// SPDX-License-Identifier: Apache-2.0
const MOST_CHARACTERS = 8000;
const LAST_OFFSET = 65535;
const WIDTHS = [2, 4, 8, 16, 32, 64];

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

/** Converts text to English words in lower case. A comma separates what cannot be one name. */
const spaced = (text, {translations, spelling}) => {
  const ascii = text.slice(0, MOST_CHARACTERS).toLowerCase().replace(/[\u0660-\u0669\uff10-\uff19]/g, (digit) => digit.charCodeAt(0) & 15);
  const words = called(translated(ascii, translations)).replace(/\bbytes? (\d+) ?(?:to|through|-|–|\.\.\.?) ?(\d+)/g, (all, from, to) => (WIDTHS.includes(to - from + 1) ? ` at ${from} , ${to - from + 1} bytes ` : all));
  return spelling.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), words).trim();
};

/** Returns a word as it was typed in lower case, before it was translated. */
const asTyped = (word, typed, translations) => (typed.includes(word) ? word : Object.keys(translations).find((one) => typed.includes(one) && translations[one].split(' ').includes(word)) ?? word);

/** Matches a pattern between spaces. */
const whole = (pattern) => new RegExp(`(?<=^| )(?:${pattern})(?= |$)`, 'gi');
