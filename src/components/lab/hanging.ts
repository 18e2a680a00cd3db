/** Lines that wrap go on further in than they began, as in the printed code. */
import { type EditorState, RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** The deepest step that has a class in editor-extra.css. A style in an attribute would be refused by the page. */
const deepest = 8;
const steps = Array.from({ length: deepest + 1 }, (_, step) => Decoration.line({ class: `ind-${step}` }));

export const hanging = StateField.define<DecorationSet>({
  create: hang,
  update: (marks, change) => (change.docChanged ? hang(change.state) : marks),
  provide: (field) => EditorView.decorations.from(field),
});

function hang({ doc }: EditorState): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (let number = 1; number <= doc.lines; number++) {
    const { from, text } = doc.line(number);
    const mark = steps[stepOf(text)];
    if (mark) marks.add(from, from, mark);
  }
  return marks.finish();
}

/** Two spaces are one step. */
export function stepOf(line: string): number {
  const spaces = line.length - line.trimStart().length;
  return Math.min(deepest, Math.floor(spaces / 2));
}
