// SPDX-License-Identifier: Apache-2.0
/** Returns what the page shows for a question as plain data. */
const told = (view, question) => {
  const {read, place, notice, sections, cards, ...shown} = view.of({ask: question});
  const textOf = (chip, value, choices = []) => (chip === 'cpu' ? choices[0] : choices.find(([id]) => String(id) === String(value)))?.[1] ?? value;
  return {...shown, question, chips: view.chips(read, place).map(({value = '', choices, ...chip}) => ({...chip, value: `${value}`, text: `${textOf(chip.chip, value, choices)}`})),
    notices: notice.filter(Boolean).map((part) => part.text ?? part), sections: sections.map((id) => view.sections.get(id)),
    cards: cards.map((card) => ({...card, choices: card.choices?.map(([text]) => text)}))};
};
