/**
 * What every package of ours shares, and never changes again: Anki takes an import for the same cards
 * only while note type, its fields and the cards' guids stay as they were published.
 */

/** Ids of Anki are times in milliseconds; these begin with 2020, and are no times. */
export const epochMs = 1_577_836_800_000;
/** When a card's text that nobody has changed was written: 2020-01-01. */
export const epochSeconds = epochMs / 1000;
/** The day that due dates count from: 2020-01-01, 4 o'clock UTC. */
export const creationSeconds = epochSeconds + 4 * 3600;
export const dayMs = 86_400_000;

export const modelId = 1_577_836_800_051;
export const fieldNames = ['Question', 'Answer', 'See', 'Other id'];

/** Between the fields of a note. */
export const fieldSeparator = '\u001F';

/** The key of a deck's JSON that holds what Anki has no place for. */
export const ownKey = 'effectivelyOnce';

const front = '{{Question}}';
const back = '{{FrontSide}}\n\n<hr id="answer">\n\n{{Answer}}\n{{#See}}<p class="see">{{See}}</p>{{/See}}';
const css = `.card { max-width: 36em; margin: 1em auto; padding: 0 1em; font: 20px/1.5 Georgia, serif; text-align: left; }
pre { padding: 0.6em; overflow-x: auto; background: rgba(128, 128, 128, 0.12); font-size: 0.85em; }
code { font-family: monospace; }
.see { font-size: 0.75em; opacity: 0.75; }
`;

export function modelJson(): object {
  return {
    id: modelId,
    name: 'Effectively Once',
    type: 0,
    mod: epochSeconds,
    usn: -1,
    sortf: 0,
    did: null,
    tmpls: [{ name: 'Card 1', ord: 0, qfmt: front, afmt: back, bqfmt: '', bafmt: '', did: null }],
    flds: fieldNames.map((name, ord) => ({
      name,
      ord,
      sticky: false,
      rtl: false,
      font: 'Arial',
      size: 20,
      media: [],
    })),
    css,
    latexPre: '\\documentclass[12pt]{article}\n\\begin{document}\n',
    latexPost: '\\end{document}',
    req: [[0, 'all', [0]]],
    tags: [],
    vers: [],
  };
}

export function deckJson(id: number, name: string, description: string, own: object | null): object {
  const pairs = Object.fromEntries(
    ['newToday', 'revToday', 'lrnToday', 'timeToday'].map((key) => [key, [0, 0]]),
  );
  return {
    id,
    name,
    mod: epochSeconds,
    usn: -1,
    ...pairs,
    collapsed: false,
    browserCollapsed: false,
    desc: description,
    dyn: 0,
    conf: 1,
    extendNew: 0,
    extendRev: 0,
    ...(own === null ? {} : { [ownKey]: own }),
  };
}

/** The options that Anki gives every deck. */
export function deckOptionsJson(): object {
  return {
    id: 1,
    name: 'Default',
    mod: 0,
    usn: 0,
    maxTaken: 60,
    autoplay: true,
    timer: 0,
    replayq: true,
    dyn: false,
    new: { bury: false, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 0], order: 1, perDay: 20 },
    rev: { bury: false, ease4: 1.3, ivlFct: 1, maxIvl: 36500, perDay: 200, hardFactor: 1.2 },
    lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
  };
}

export function optionsJson(deck: number): object {
  return {
    activeDecks: [deck],
    curDeck: deck,
    curModel: String(modelId),
    newSpread: 0,
    collapseTime: 1200,
    timeLim: 0,
    estTimes: true,
    dueCounts: true,
    nextPos: 1,
    sortType: 'noteFld',
    sortBackwards: false,
    addToCur: true,
    dayLearnFirst: false,
    schedVer: 2,
  };
}

/** The tables of Anki's schema 11, and its seven indexes. */
export const schema = `
CREATE TABLE col (
  id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL, ver integer NOT NULL,
  dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL, models text NOT NULL,
  decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL
);
CREATE TABLE notes (
  id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL, usn integer NOT NULL,
  tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL, flags integer NOT NULL,
  data text NOT NULL
);
CREATE TABLE cards (
  id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL, mod integer NOT NULL,
  usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL, due integer NOT NULL, ivl integer NOT NULL,
  factor integer NOT NULL, reps integer NOT NULL, lapses integer NOT NULL, left integer NOT NULL,
  odue integer NOT NULL, odid integer NOT NULL, flags integer NOT NULL, data text NOT NULL
);
CREATE TABLE revlog (
  id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL, ivl integer NOT NULL,
  lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL, type integer NOT NULL
);
CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
`;
