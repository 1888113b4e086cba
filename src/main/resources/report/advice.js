// SPDX-License-Identifier: Apache-2.0
/** The one way to keep a long whole that three answers end in; without scripts all ways stand there. */
class Advice {
  /** Calls back when somebody chose an answer; without costs there is no advice. */
  constructor(host, chosen) {
    Object.assign(this, {host, asked: false});
    if (!host) return;
    this.selects = [...host.querySelectorAll('form select')];
    host.querySelector('form').addEventListener('change', () => {
      this.asked = true;
      this.draw();
      chosen();
    });
    host.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
    this.draw();
  }

  get answers() { return this.selects.map((select) => select.value); }

  /** What was chosen, for the address. */
  get state() { return this.asked ? `&advice=${this.answers.join('-')}` : ''; }

  /** Chooses what an address names; one that names nothing changes nothing. */
  restore(text) {
    const wanted = (text || '').split('-');
    this.asked = Boolean(this.host) && wanted.length === this.selects.length
      && this.selects.every((select, i) => [...select.options].some((option) => option.value === wanted[i]));
    if (!this.asked) return;
    this.selects.forEach((select, i) => { select.value = wanted[i]; });
    this.draw();
  }

  /** Brings it into view if the address asks for it. */
  reveal() {
    if (this.asked) this.host.scrollIntoView();
    return this.asked;
  }

  draw() {
    for (const way of this.host.querySelectorAll('article')) way.hidden = !way.dataset.answers.split(',').includes(this.answers.join(' '));
  }

  /** The questions that somebody has at a place of a CPU, in parts of text and links. */
  links(cpu, pair, offset) {
    const maker = cpu.scope ? cpu.scope.name.split(':')[0] : '';
    const inside = pair.boundary(offset) < page.boundaries.length - 2;
    const on = maker === 'Intel' && inside ? 'intel' : ['Intel', 'AMD'].includes(maker) ? 'x86' : 'any';
    const to = (answers) => `${link(cpu, pair, offset)}&advice=${answers}-${on}`;
    return ['if it can move ', ['align it', to('move-one')], '; if it cannot: ', ['one writer', to('stay-one')], ', ',
      ['many writers, such as a counter', to('stay-many')]];
  }
}
