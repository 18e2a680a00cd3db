/** The lab's place in the address bar, and the link to what is shown. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Lab } from '../../engine/lab.ts';
import { publicHandler } from './lab-view.ts';
import { type DecodedPlace, decodePlace, encodePlace, type LabPlace, labHref } from './link.ts';
import type { LabModel } from './useLab.ts';
import { baseOf } from './words.ts';

interface AddressOptions {
  lab: Lab;
  preset: LabPlace;
  model: LabModel;
  full: boolean;
  /** The page that stands at a schedule; `/labs/<id>/` when absent. */
  home: string | undefined;
}

/** Scrubbing must not flood the browser's history, which allows few changes a second. */
const quietMs = 250;

export function useAddress({ lab, preset, model, full, home }: AddressOptions) {
  const { state, dispatch, moment, edits, editsLoaded } = model;
  const [noted, setNoted] = useState<DecodedPlace | null>(null);
  const [read, setRead] = useState(false);
  const first = useRef(state);
  const { subject } = state;
  const schedule = state.choices.slice(0, model.pending ? state.cursor : moment).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, as soon as what it names is known
  useEffect(() => {
    if (!full || read) return;
    // Only a link to an edited handler has to wait for the edits, and it gives way to a reader who did not.
    const edited = baseOf(new URLSearchParams(window.location.search).get('handler') ?? '') !== null;
    if (edited && !editsLoaded) return;
    setRead(true);
    if (first.current !== state) return;
    const decoded = decodePlace(window.location.search, lab, preset, Object.keys(edits));
    if (!decoded) return;
    setNoted(decoded);
    const { place } = decoded;
    const same =
      place.scenario === preset.scenario &&
      place.handler === preset.handler &&
      place.schedule === preset.schedule;
    if (!same) dispatch({ type: 'choose', subject: place, schedule: place.schedule });
  }, [full, editsLoaded]);

  const { scenario, handler } = subject;
  useEffect(() => {
    // What a link could not have is of no concern once the reader has chosen something else.
    if (noted && (noted.place.scenario !== scenario || noted.place.handler !== handler)) setNoted(null);
  }, [noted, scenario, handler]);
  useEffect(() => {
    // Nothing is written before the reader, or a link, has changed something.
    if (!full || !read || first.current === state) return;
    const timer = setTimeout(() => {
      const url = `${window.location.pathname}?${encodePlace({ scenario, handler, schedule })}${window.location.hash}`;
      window.history.replaceState(window.history.state, '', url);
    }, quietMs);
    return () => clearTimeout(timer);
  }, [full, read, state, scenario, handler, schedule]);

  const link = () => {
    const path = labHref(lab.id, { scenario, handler: publicHandler(handler), schedule }, home);
    const note =
      baseOf(handler) === null ? '' : 'It opens the lab’s own handler: your version stays in this browser.';
    return { url: new URL(path, window.location.href).href, note };
  };
  const hrefOf = useCallback(
    (of: string) => labHref(lab.id, { scenario, handler: publicHandler(handler), schedule: of }, home),
    [lab.id, scenario, handler, home],
  );
  const pick = useCallback((of: string) => dispatch({ type: 'load', schedule: of }), [dispatch]);
  return { problems: noted?.problems ?? [], link, hrefOf, pick };
}
