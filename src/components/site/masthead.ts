/** The masthead's three small behaviours. The page reads, and links, without any of them. */

/** Follows the system until somebody asks for the other theme; then remembers. */
export function themeToggle(): void {
  const root = document.documentElement;
  const button = document.querySelector<HTMLButtonElement>('[data-theme-toggle]');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
  const show = () => button?.setAttribute('aria-pressed', String(isDark()));
  button?.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch {
      // Storage is switched off: the choice lasts for this page.
    }
    show();
  });
  system.addEventListener('change', show);
  show();
}

/** On a phone the links open as a panel under the masthead; Escape, a click elsewhere or leaving it closes it. */
export function menu(): void {
  const button = document.querySelector<HTMLButtonElement>('.mast .menu');
  const links = document.querySelector<HTMLElement>('#site-links');
  if (!button || !links) return;
  const set = (open: boolean) => {
    links.classList.toggle('open', open);
    button.setAttribute('aria-expanded', String(open));
  };
  const isOpen = () => links.classList.contains('open');
  button.addEventListener('click', () => {
    set(!isOpen());
    if (isOpen()) links.querySelector('a')?.focus();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    set(false);
    button.focus();
  });
  document.addEventListener('click', ({ target }) => {
    const inside = target instanceof Node && (button.contains(target) || links.contains(target));
    if (!inside || (target instanceof Element && target.closest('#site-links a'))) set(false);
  });
  links.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && relatedTarget !== button && !links.contains(relatedTarget))
      set(false);
  });
}

/** How far one has read, and in which section. */
export function readingBar(): void {
  const bar = document.querySelector<HTMLElement>('.mast .read');
  const where = document.querySelector<HTMLElement>('.mast [data-where]');
  const article = document.querySelector<HTMLElement>('[data-reading]');
  if (!bar || !article) return;
  const headings = [...article.querySelectorAll<HTMLElement>(':scope > h2')];
  let waiting = false;
  const show = () => {
    waiting = false;
    const { top, height } = article.getBoundingClientRect();
    const done = Math.min(1, Math.max(0, -top / Math.max(1, height - innerHeight)));
    bar.style.setProperty('--read', done.toFixed(4));
    const here = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    if (where) where.textContent = here?.textContent?.trim() ?? '';
  };
  addEventListener(
    'scroll',
    () => {
      if (!waiting) requestAnimationFrame(show);
      waiting = true;
    },
    { passive: true },
  );
  show();
}
