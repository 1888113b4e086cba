// SPDX-License-Identifier: Apache-2.0
/** Fills in a sentence from captured text, or returns nothing if a name in it was not captured. */
const sentence = (text, names) => {
  let missing = false;
  const filled = text.replace(/\{([\w+]+)(?:%(\d+))?\}/g, (_, sum, divisor) => {
    const values = sum.split('+').map((name) => names[name]);
    if (values.includes(undefined)) missing = true;
    return missing || !divisor ? values[0] : String(values.reduce((all, value) => all + BigInt(value), 0n) % BigInt(divisor));
  });
  return missing ? undefined : filled;
};

/** Returns what each known symptom in the text means. */
const explained = (symptoms, text) => {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const captured = (pattern) => {
    const found = new RegExp(pattern);
    return lines.map((line) => found.exec(line)).find(Boolean);
  };
  const all = symptoms.map((symptom) => ({...symptom, match: symptom.patterns.map(captured).find(Boolean)})).filter(({match}) => match);
  return all.filter(({unless = []}) => !all.some(({id}) => unless.includes(id))).map((symptom) => {
    const names = Object.assign({}, ...(symptom.details ?? []).map((detail) => captured(detail)?.groups).reverse(), symptom.match.groups);
    const sentences = (some = []) => some.map((one) => sentence(one, names)).filter((one) => one !== undefined);
    return {...symptom, title: sentence(symptom.title, names) ?? '', text: sentences(symptom.text), fix: sentences(symptom.fix)};
  });
};
