// SPDX-License-Identifier: Apache-2.0
const MOST_HITS = 3;
const COMMON = 4;

/** Searches the sections of docs/questions.md by words: no stop word, and none that a quarter of the sections has. */
class Sections {
  constructor(sections, {stop, common}) {
    this.stop = new Set([...stop, ...common]);
    // In the terminal, \p{L} takes twenty times as long as these ranges.
    const terms = (text) => text.toLowerCase().replace(/(\w)['’]\w+/g, '$1').split(/[^a-z0-9+_#\u00c0-\uffff]+/).filter((word) => word && !this.stop.has(word));
    this.index = new MiniSearch({fields: ['title', 'text'], tokenize: terms, processTerm: (term) => this.stem(term), searchOptions: {boost: {title: 3}, prefix: (term) => term.length > 3, fuzzy: false}});
    this.index.addAll(sections.map(({id, title, also, text}) => ({id, title: `${title} ${also}`, text: `${title} ${text}`})));
    this.vocabulary = new Set(sections.flatMap(({title, also, text}) => terms(`${title} ${also} ${text}`)).flatMap((term) => [term, this.stem(term)]));
    this.count = sections.length;
    this.terms = terms;
  }

  stem(term) {
    return term.replace(/ies$/, 'y').replace(/(?<=\w{3})(?:es|(?<![su])s|ing|(?<!e)ed|e)$/, '');
  }

  /** Returns the best sections that contain a rare word, which is one of the given words if there are any. */
  search(text, words) {
    const counts = new Map();
    const rare = (term) => {
      if (/^\d*$/.test(term)) return false;
      if (!counts.has(term)) counts.set(term, this.index.search(term, {prefix: false, processTerm: (stem) => stem}).length);
      return counts.get(term) > 0 && counts.get(term) * COMMON < this.count;
    };
    const wanted = words && new Set(words.flatMap((word) => this.terms(word)).map((word) => this.stem(word)));
    this.terms(text).map((word) => this.stem(word)).forEach(rare);
    const hits = this.index.search(text, {boostTerm: (term) => (counts.get(term) === 1 ? 2 : 1) * (wanted?.has(term) ? 2 : 1)}).filter(({terms, match}) => terms.some((term) => rare(term) && match[term].includes('title') && (!wanted || term.split('_').some((part) => wanted.has(part)))));
    return hits.slice(0, MOST_HITS);
  }

  /** Returns the words that none of these sections has; where they are the whole answer, without those that any text has. */
  missing(words, sections, alone) {
    const found = new Set(sections.flatMap(({title, also, text}) => this.terms(`${title} ${also} ${text}`).flatMap((term) => [term, ...term.split('_')]).map((term) => this.stem(term))));
    return words.filter((word) => {
      const terms = this.terms(word);
      const has = (term) => !/^\d/.test(term) && found.has(this.stem(term));
      // A CPU such as Sapphire Rapids is not there because Emerald Rapids is.
      const there = word.includes(' ') ? sections.some(({text}) => text.toLowerCase().includes(word)) : terms.some(has);
      return !there && !(alone && sections[0] && !terms[0] && /[a-z]/.test(word));
    });
  }

  /** Returns the text with misspelled words replaced by the nearest known ones, or nothing. Short words stay. */
  corrected(text, unknown, {data: {cpus, names}}) {
    const kinds = names.kinds.flatMap((kind) => Object.values(names[kind]));
    this.known ??= new Set([...cpus.flatMap((cpu) => [cpu.name, cpu.names]), ...kinds].flat().flatMap((word) => word.toLowerCase().match(/[a-z]{5,}/g) ?? []));
    if (!this.words) {
      this.words = new MiniSearch({fields: ['id']});
      this.words.addAll([...this.known].map((id) => ({id})));
    }
    const letters = (word) => [...word].sort().join('');
    const known = (word) => [this.known, this.vocabulary, this.stop].some((words) => words.has(word));
    // A form of a known word, such as "compared", is no mistake.
    return unknown.filter((word) => /^[a-z]{5,}$/.test(word) && !known(word) && !known(this.stem(word)) && !known(word.replace(/d$/, ''))).slice(0, 8).reduce((all, word) => {
      const near = [...this.known].find((one) => one[0] === word[0] && letters(one) === letters(word))
        ?? this.words.search(word, {fuzzy: word.length > 9 ? 2 : 1}).find(({id}) => id[0] === word[0] && (word.length > 5 || id.length !== word.length))?.id;
      return near ? (all || text).replace(new RegExp(`\\b${word}\\b`, 'i'), near) : all;
    }, '');
  }
}
