import { type ComponentType, lazy } from 'react';

/**
 * A part of the lab that is fetched when it is first drawn, since few readers need it. Draw it inside
 * `Suspense`. Where it does not arrive, a sentence stands in its place and the lab goes on.
 */
export function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotArrived }),
    ),
  );
}

export function NotArrived() {
  return <p className="quiet">This part could not be loaded. Check the connection, then reload the page.</p>;
}
