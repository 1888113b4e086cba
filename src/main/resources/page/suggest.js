// SPDX-License-Identifier: Apache-2.0
const MOST_SUGGESTED = 8;

/** Suggests CPUs, accesses and topics for the end of the text, as an ARIA combobox with a list. */
class Suggestions {
  constructor(field, list, names, chosen) {
    Object.assign(this, {field, list, names, chosen, active: -1});
    field.addEventListener('input', () => this.open());
    field.addEventListener('keydown', (event) => this.key(event));
    field.addEventListener('blur', () => this.close());
    field.addEventListener('change', () => this.close());
    // Not a click, because the field would lose the focus before.
    list.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      this.choose([...list.children].indexOf(event.target.closest('[role=option]')));
    });
  }

  /** Returns the names that continue the last words, the longest words first. */
  found() {
    const text = this.field.value;
    const found = new Map();
    for (const {index} of text.matchAll(/(?<=^|[ ·,])[^ ·,]/g)) {
      const begun = squeezed(text.slice(index));
      if (begun.length < 2) continue;
      for (const name of this.names) {
        const other = squeezed(name);
        if (other.startsWith(begun) && other !== begun && !found.has(name)) found.set(name, index);
      }
    }
    return [...found].slice(0, MOST_SUGGESTED);
  }

  open() {
    this.suggested = this.found();
    this.active = -1;
    this.list.replaceChildren(...this.suggested.map(([name], i) => Object.assign(document.createElement('li'), {id: `suggestion${i}`, role: 'option', textContent: name})));
    this.show();
  }

  show() {
    const open = this.list.children.length > 0;
    this.list.hidden = !open;
    this.field.setAttribute('aria-expanded', String(open));
    [...this.list.children].forEach((option, i) => option.setAttribute('aria-selected', String(i === this.active)));
    if (this.active >= 0) this.field.setAttribute('aria-activedescendant', `suggestion${this.active}`);
    else this.field.removeAttribute('aria-activedescendant');
  }

  close() {
    this.list.replaceChildren();
    this.active = -1;
    this.show();
  }

  key(event) {
    const count = this.list.children.length;
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (count === 0) return;
    if (step) {
      // One step past either end leads back to the text.
      this.active = (this.active + 1 + step + count + 1) % (count + 1) - 1;
      this.show();
      event.preventDefault();
    } else if (event.key === 'Enter' && this.active >= 0) {
      this.choose(this.active);
      event.preventDefault();
    } else if (event.key === 'Escape' || event.key === 'Enter') {
      this.close();
      event.preventDefault();
    }
  }

  choose(number) {
    if (number < 0) return;
    const [name, from] = this.suggested[number];
    this.field.value = `${this.field.value.slice(0, from)}${name} `;
    this.close();
    this.chosen();
  }
}
