// SPDX-License-Identifier: Apache-2.0
/** Shows the one way to keep a long whole that three answers end in; without scripts all stand there. */
const advice = document.getElementById('advice');
if (advice) {
  const form = advice.querySelector('form');
  const choose = () => {
    const answers = [...form.querySelectorAll('select')].map((select) => select.value).join(' ');
    for (const way of advice.querySelectorAll('article')) way.hidden = !way.dataset.answers.split(',').includes(answers);
  };
  form.addEventListener('change', choose);
  form.addEventListener('submit', (event) => event.preventDefault());
  choose();
}

/** A link into a folded part unfolds it. */
const unfold = () => {
  const target = /^#[\w.-]+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
  for (let part = target && (target.matches('details') ? target : target.closest('details')); part; part = part.parentElement.closest('details')) part.open = true;
  if (target) target.scrollIntoView();
};
addEventListener('hashchange', unfold);
unfold();
