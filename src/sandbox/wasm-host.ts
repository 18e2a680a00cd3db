/**
 * What QuickJS's wasm asks of its host about the machine: the environment, the time, the time zone, and
 * more memory. Every machine answers the same here. An environment of other length moves all that is
 * allocated after it, and with it the point at which memory runs out; and a local time that daylight
 * saving skips is another instant in Berlin than in Lisbon.
 *
 * The names are those of the imports of the pinned build, in every glue that comes with it.
 */
export function sameEverywhere(
  imports: WebAssembly.Imports,
  memory: WebAssembly.Memory,
): WebAssembly.Imports {
  const write = (address: number, ...words: number[]): void => {
    const view = new DataView(memory.buffer);
    for (const [index, word] of words.entries()) view.setInt32(address + 4 * index, word, true);
  };
  const text = (address: number): void => write(address, 0x0043_5455); // "UTC"
  return {
    ...imports,
    a: {
      ...imports['a'],
      /** environ_get */
      e: () => 0,
      /** environ_sizes_get: none, of no bytes */
      f(count: number, bytes: number) {
        write(count, 0);
        write(bytes, 0);
        return 0;
      },
      /** emscripten_resize_heap: no */
      k: () => 0,
      /** localtime_js, into a `struct tm` */
      m(seconds: bigint, tm: number) {
        const time = new Date(Number(seconds) * 1000);
        const yearStarts = Date.UTC(time.getUTCFullYear(), 0, 1);
        const dayOfYear = Math.floor((time.getTime() - yearStarts) / 86_400_000);
        const clock = [time.getUTCSeconds(), time.getUTCMinutes(), time.getUTCHours()];
        const date = [time.getUTCDate(), time.getUTCMonth(), time.getUTCFullYear() - 1900, time.getUTCDay()];
        write(tm, ...clock, ...date, dayOfYear, 0, 0);
      },
      /** tzset_js: offset, daylight saving, and the names of both times */
      n(offset: number, daylight: number, standardName: number, daylightName: number) {
        write(offset, 0);
        write(daylight, 0);
        text(standardName);
        text(daylightName);
      },
      /** emscripten_date_now: it seeds a generator that the prelude replaces */
      p: () => 0,
    },
  };
}
