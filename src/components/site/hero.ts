/** Shows the cover's frames one after the other. They are all in the page; nothing is computed here. */

const beforeMs = 700;
const frameMs = 950;

export function hero(): void {
  const figure = document.querySelector<HTMLElement>('#hero');
  if (!figure) return;
  const find = <E extends HTMLElement>(name: string) => figure.querySelector<E>(`[data-hero="${name}"]`);
  const frames = [...figure.querySelectorAll<HTMLElement>('[data-handler]')];
  const play = find<HTMLButtonElement>('play');
  const say = find('say');
  const words = document.querySelectorAll<HTMLElement>('h1 .twice');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let handler = frames[0]?.dataset.handler ?? '';
  let at = framesOf(handler).length - 1;
  let timer: ReturnType<typeof setInterval> | undefined;

  function framesOf(name: string): HTMLElement[] {
    return frames.filter((frame) => frame.dataset.handler === name);
  }

  function show(speak = false): void {
    const shown = framesOf(handler)[at];
    for (const frame of frames) frame.classList.toggle('shown', frame === shown);
    // The two inks meet when the effect has happened once, and only then.
    for (const word of words) word.classList.toggle('true', shown?.dataset.verdict === 'holds');
    play?.classList.toggle('playing', timer !== undefined);
    const label = play?.querySelector('span');
    if (label) label.textContent = timer ? 'Pause' : atEnd() ? 'Again' : 'Play';
    if (speak && say) say.textContent = shown?.dataset.say ?? '';
  }

  function atEnd(): boolean {
    return at === framesOf(handler).length - 1;
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function run(): void {
    stop();
    if (atEnd()) at = 0;
    timer = setInterval(() => {
      at += 1;
      const done = atEnd();
      if (done) stop();
      show(done);
    }, frameMs);
    show();
  }

  play?.addEventListener('click', () => {
    if (!timer) return run();
    stop();
    show();
  });
  find('step')?.addEventListener('click', () => {
    stop();
    at = atEnd() ? 0 : at + 1;
    show(true);
  });
  figure.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    stop();
    handler = target.value;
    at = framesOf(handler).length - 1;
    if (calm.matches) show(true);
    else run();
  });
  // A browser may keep the radio that was chosen before a reload.
  const chosen = figure.querySelector<HTMLInputElement>('input:checked');
  if (chosen) handler = chosen.value;
  at = framesOf(handler).length - 1;
  show();
  if (!calm.matches) {
    setTimeout(() => {
      if (!timer && atEnd() && !figure.contains(document.activeElement)) run();
    }, beforeMs);
  }
}
