/** Says it where a part of the page could not be loaded; the rest of the page goes on. */
export function sayWhatFailed(): void {
  document.addEventListener('astro:hydration-error', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.querySelector(':scope > .failed')) return;
    const said = document.createElement('p');
    said.className = 'failed-part';
    said.role = 'alert';
    said.textContent = 'This part of the page could not be loaded. Reload the page; your work is kept.';
    // What the build drew stays readable below; its buttons answer to nobody.
    target.prepend(said);
  });
}
