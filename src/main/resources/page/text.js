// SPDX-License-Identifier: Apache-2.0
const MOST_CHARACTERS = 8000;
const LAST_OFFSET = 65535;
const WIDTHS = [2, 4, 8, 16, 32, 64];

/** Removes everything that people omit or spell differently: zen4 is Zen 4, and neoverse-v1 is Neoverse V1. */
const squeezed = (text) => text.toLowerCase().replace(/[^a-z0-9+#\u00c0-\uffff]+/g, '');

/** Translates words of other languages. Chinese is written without spaces, so the longest words are taken first. */
const translated = (text, translations) => {
  const chinese = Object.keys(translations).filter((word) => /\p{Script=Han}/u.test(word)).sort((a, b) => b.length - a.length);
  const own = (word) => (Object.hasOwn(translations, word) ? translations[word] : undefined);
  return text.replace(/\p{Script=Han}+/gu, (run) => ` ${run.replace(new RegExp(chinese.join('|'), 'g'), (word) => ` ${own(word)} `)} `)
    .replace(/\p{L}+(?:-\p{L}+)*/gu, (words) => own(words) ?? (words.split('-').some(own) ? words.split('-').map((word) => own(word) ?? word).join(' ') : words));
};

/** Converts text to English words in lower case. A comma separates what cannot be one name. */
const spaced = (text, {translations, spelling}) => {
  const ascii = text.slice(0, MOST_CHARACTERS).toLowerCase().replace(/[\u0660-\u0669\uff10-\uff19]/g, (digit) => digit.charCodeAt(0) & 15);
  const words = translated(ascii, translations);
  return spelling.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), words).trim();
};

/** Returns a word as it was typed in lower case, before it was translated. */
const asTyped = (word, typed, translations) => (typed.includes(word) ? word : Object.keys(translations).find((one) => typed.includes(one) && translations[one].split(' ').includes(word)) ?? word);

/** Matches a pattern between spaces. */
const whole = (pattern) => new RegExp(`(?<=^| )(?:${pattern})(?= |$)`, 'gi');
