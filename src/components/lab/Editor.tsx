/** CodeMirror with the few extensions this site needs, in one ink. Loaded when somebody edits. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import {
  Compartment,
  EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  StateField,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { hanging } from './hanging.ts';
import { indentOf, sqlKeywords, tokenize } from './tokenize.ts';

export interface EditorProps {
  value: string;
  language: 'ts' | 'sql';
  label: string;
  /** Id of the hint that says how to leave. */
  describedBy: string;
  /** The line to mark as the one at fault, counting from 1. */
  faultLine: number | null;
  onChange: (value: string) => void;
  onRun: () => void;
  autoFocus?: boolean;
}

export function Editor({
  value,
  language,
  label,
  describedBy,
  faultLine,
  onChange,
  onRun,
  autoFocus = false,
}: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const fault = useRef(new Compartment());
  const handlers = useRef({ onChange, onRun });
  useEffect(() => {
    handlers.current = { onChange, onRun };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: one view for the life of the panel; later values arrive below
  useEffect(() => {
    if (!host.current) return;
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                handlers.current.onRun();
                return true;
              },
            },
            indentWithTab,
            ...defaultKeymap,
            ...historyKeymap,
          ]),
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          EditorView.lineWrapping,
          hanging,
          EditorState.tabSize.of(2),
          language === 'ts' ? [javascript({ typescript: true }), washed] : sqlLanguage,
          syntaxHighlighting(oneInk),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handlers.current.onChange(update.state.doc.toString());
          }),
          fault.current.of([]),
        ],
      }),
    });
    view.current = made;
    if (autoFocus) made.focus();
    return () => made.destroy();
  }, []);

  // With the drawing and not after it: a letter typed in between would be taken back.
  useLayoutEffect(() => {
    const now = view.current;
    if (now && now.state.doc.toString() !== value) {
      now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: value } });
    }
  }, [value]);

  useEffect(() => {
    const now = view.current;
    if (now) now.dispatch({ effects: fault.current.reconfigure(faultMark(now, faultLine)) });
  }, [faultLine]);

  return <div ref={host} className="ed" />;
}

function faultMark(view: EditorView, line: number | null): Extension {
  if (line === null || line < 1 || line > view.state.doc.lines) return [];
  const at = view.state.doc.line(line).from;
  return EditorView.decorations.of(RangeSet.of(Decoration.line({ class: 'is-fault' }).range(at)));
}

/** Keywords bold, comments italic: as code is printed elsewhere. */
const oneInk = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.modifier], class: 'tok-b' },
  { tag: tags.comment, class: 'tok-c' },
]);

/** Tagged templates on the wash, their values too and their indentation not: by the lexer of the printed code. */
const washed = StateField.define<DecorationSet>({
  create: washIn,
  update: (marks, change) => (change.docChanged ? washIn(change.state) : marks),
  provide: (field) => EditorView.decorations.from(field),
});

const wash = Decoration.mark({ class: 'tok-s' });

function washIn({ doc }: EditorState): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  tokenize(doc.toString(), 'ts').forEach((line, index) => {
    const start = doc.line(index + 1).from;
    const text = start + indentOf(line);
    let at = start;
    let from = -1;
    for (const token of [...line, null]) {
      if (token?.wash && from < 0) from = Math.max(at, text);
      if (!token?.wash && from >= 0) {
        if (at > from) marks.add(from, at, wash);
        from = -1;
      }
      at += token?.text.length ?? 0;
    }
  });
  return marks.finish();
}

const sqlLanguage = StreamLanguage.define<{ comment: boolean }>({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match('/*')) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return 'comment';
    }
    if (stream.match('--')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^'(?:''|[^'])*'?/)) return null;
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (word) return typeof word !== 'boolean' && sqlKeywords.has(word[0].toUpperCase()) ? 'keyword' : null;
    stream.next();
    return null;
  },
});
