/** What went wrong with the engine, as a sentence for the reader. */

export const notLoaded = 'The sandbox could not be loaded. Check the connection, then try again.';

/** How browsers say that a file did not arrive. */
const didNotArrive =
  /dynamically imported module|importing a module script|Failed to fetch|Load failed|NetworkError/i;

export function sentence(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (didNotArrive.test(said)) return notLoaded;
  return said === '' ? 'The sandbox did not start, and gave no reason.' : said;
}
