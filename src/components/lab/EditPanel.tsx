import { useEffect, useId, useRef, useState } from 'react';
import type { Exploration } from '../../engine/verdict.ts';
import { Diff } from './Diff.tsx';
import { Editor } from './Editor.tsx';
import './editor-extra.css';
import { putDraft } from './drafts.ts';
import { type Edit, forgetEdit, keepEdit } from './edits.ts';
import { type Guess, guesses, guessSentence, overallWords } from './guess.ts';
import { useFocusKept } from './useFocusKept.ts';
import { VerdictBadge } from './VerdictBadge.tsx';
import { formatCount, handlerLabel } from './words.ts';

export interface EditPanelProps {
  lab: string;
  variant: string;
  initial: Edit;
  original: Edit;
  /** The line at fault in the text that ran last, and why. */
  fault: { line: number | null; text: string; of: Edit } | null;
  /** How far the exploration is, while one runs. */
  running: { schedules: number } | null;
  /** What exploring the text that ran last has found. */
  result: Exploration | null;
  /** That text. */
  ran: Edit | null;
  onDraft: (edit: Edit) => void;
  onRun: (edit: Edit) => void;
  onReset: () => void;
  onCancel: () => void;
  onClose: () => void;
}

const files = [
  { part: 'source', name: 'handler.ts', language: 'ts' },
  { part: 'migration', name: 'schema.sql', language: 'sql' },
] as const;

const pauseMs = 700;

/** The handler and its schema to edit, run, compare and give up. Fetched when opened. */
export function EditPanel(props: EditPanelProps) {
  const {
    lab,
    variant,
    initial,
    original,
    fault,
    running,
    result,
    ran,
    onDraft,
    onRun,
    onReset,
    onCancel,
    onClose,
  } = props;
  const [text, setText] = useState(initial);
  const [tab, setTab] = useState<'source' | 'migration'>('source');
  const [comparing, setComparing] = useState(false);
  const [given, setGiven] = useState<Edit | null>(null);
  const [kept, setKept] = useState('');
  const [guess, setGuess] = useState<Guess | null>(null);
  /** The guess as it stood when the handler ran. */
  const [guessed, setGuessed] = useState<Guess | null>(null);
  const key = useId();
  const latest = useRef(text);
  const saved = useRef(initial);
  const runButton = useRef<HTMLButtonElement>(null);
  const cancelFocus = useFocusKept(runButton);
  const backFocus = useFocusKept(runButton);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = async () => {
    clearTimeout(timer.current);
    if (same(latest.current, saved.current)) return;
    saved.current = latest.current;
    const keeping = latest.current;
    const trouble = await keepEdit(lab, variant, keeping);
    // Given up, or typed on: another sentence is on its way.
    if (latest.current !== keeping) return;
    setKept(trouble ?? 'Kept in this browser.');
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: save reads only refs
  useEffect(() => {
    // The draft is safe at once; these spare the log from catching up at the next visit.
    const hidden = () => {
      if (document.visibilityState === 'hidden') save();
    };
    window.addEventListener('pagehide', save);
    window.addEventListener('blur', save);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', save);
      window.removeEventListener('blur', save);
      document.removeEventListener('visibilitychange', hidden);
      save();
    };
  }, []);

  const change = (next: Edit) => {
    latest.current = next;
    putDraft(lab, variant, next);
    setText(next);
    setGiven(null);
    onDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(save, pauseMs);
  };
  const run = () => {
    save();
    setGuessed(guess);
    setGuess(null);
    onRun(latest.current);
  };
  const startAgain = async () => {
    // A second press would take the original for what was given up.
    if (same(latest.current, original)) return;
    const givenUp = latest.current;
    clearTimeout(timer.current);
    latest.current = original;
    saved.current = original;
    setText(original);
    setGiven(null);
    setKept('');
    onReset();
    const trouble = await forgetEdit(lab, variant);
    // "Back at the start" is a promise: it waits until the log has it, and is void once somebody types.
    if (latest.current !== original) return;
    setGiven(givenUp);
    setKept(trouble ?? '');
  };

  const shownFault = fault && same(fault.of, text) ? fault : null;
  return (
    <section className="editor" aria-label={`Editor: your version of ${handlerLabel(variant)}`}>
      <div className="tabs" role="tablist" aria-label="Files">
        {files.map(({ part, name }) => (
          <button
            key={part}
            type="button"
            role="tab"
            id={`${key}${part}`}
            aria-controls={`${key}${part}-panel`}
            aria-selected={tab === part}
            tabIndex={tab === part ? 0 : -1}
            onClick={() => setTab(part)}
            onKeyDown={(press) => {
              if (press.key !== 'ArrowLeft' && press.key !== 'ArrowRight') return;
              const other = part === 'source' ? 'migration' : 'source';
              setTab(other);
              document.getElementById(`${key}${other}`)?.focus();
            }}
          >
            {name}
            {text[part] !== original[part] && <span className="edited">, edited</span>}
          </button>
        ))}
      </div>
      {files.map(({ part, name, language }) => (
        <div
          key={part}
          role="tabpanel"
          id={`${key}${part}-panel`}
          aria-labelledby={`${key}${part}`}
          hidden={tab !== part}
        >
          <Editor
            value={text[part]}
            language={language}
            label={`${name}, your version`}
            describedBy={`${key}hint`}
            faultLine={part === 'source' ? (shownFault?.line ?? null) : null}
            onChange={(value) => {
              if (value !== latest.current[part]) change({ ...latest.current, [part]: value });
            }}
            onRun={run}
            autoFocus={part === 'source'}
          />
        </div>
      ))}
      {shownFault && (
        <p className="ed-fault" role="alert">
          {shownFault.text}
        </p>
      )}
      {comparing &&
        files.map(({ part, name, language }) => (
          <Diff key={part} before={original[part]} after={text[part]} language={language} file={name} />
        ))}
      {result && (
        <p className="ed-result" role="status">
          <VerdictBadge kind={result.verdict.kind}>{overallWords(result)}</VerdictBadge>{' '}
          {ran && !same(ran, text) && <span>For the text before your last change. </span>}
          {guessed && <span>{guessSentence(guessed, result)}</span>}
        </p>
      )}
      <div className="ed-foot">
        <fieldset className="guess">
          <legend>Guess first: how many schedules break it?</legend>
          <div className="seg">
            {guesses.map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name={`${key}guess`}
                  checked={guess === name}
                  onChange={() => setGuess(name)}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        <button
          ref={runButton}
          className="btn primary"
          type="button"
          aria-keyshortcuts="Control+Enter"
          onClick={run}
        >
          Run every schedule <kbd aria-hidden="true">Ctrl ↵</kbd>
        </button>
        {running && (
          <button className="btn" type="button" onClick={onCancel} {...cancelFocus}>
            Cancel, {formatCount(running.schedules)} tried
          </button>
        )}
        <button
          className="btn"
          type="button"
          aria-expanded={comparing}
          onClick={() => setComparing(!comparing)}
        >
          {comparing ? 'Hide the comparison' : 'Compare with the start'}
        </button>
        <button className="btn" type="button" onClick={startAgain} aria-disabled={same(text, original)}>
          Start again
        </button>
        <button className="btn" type="button" onClick={onClose}>
          Close the editor
        </button>
        <p role="status">
          {given ? (
            <>
              Back at the start. {kept}{' '}
              <button className="btn plain" type="button" onClick={() => change(given)} {...backFocus}>
                Bring my text back
              </button>
            </>
          ) : (
            kept
          )}
        </p>
        <p id={`${key}hint`} className="keys-hint">
          In the editor Tab indents. Press Escape, then Tab, to leave it.
        </p>
      </div>
    </section>
  );
}

function same(a: Edit, b: Edit): boolean {
  return a.source === b.source && a.migration === b.migration;
}
