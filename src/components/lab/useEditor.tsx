import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { EditPanelProps } from './EditPanel.tsx';
import type { Edit } from './edits.ts';
import { faultFound } from './lab-view.ts';
import type { LabModel } from './useLab.ts';
import { baseOf } from './words.ts';

export interface EditorModel {
  open: boolean;
  /** The panel tells what is wrong with the handler. */
  tells: boolean;
  toggle: () => void;
  panel: ReactNode;
}

/** The editor panel, fetched the first time it is opened. */
export function useEditor(model: LabModel, lab: Lab, root: RefObject<HTMLElement | null>): EditorModel {
  const { state, edits } = model;
  const [variant, setVariant] = useState<string | null>(null);
  const [Panel, setPanel] = useState<ComponentType<EditPanelProps> | null>(null);
  const [trouble, setTrouble] = useState('');
  /** Text typed and not yet run, so that closing the panel loses nothing. */
  const drafts = useRef<Record<string, Edit>>({});
  const ran = useRef<Edit | null>(null);

  const close = () => {
    setVariant(null);
    root.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
  };
  const toggle = () => {
    // After a panel that did not arrive, the next press asks for it again.
    if (variant !== null && trouble === '') return close();
    setVariant(baseOf(state.subject.handler) ?? state.subject.handler);
    setTrouble('');
    import('./EditPanel.tsx').then(
      (module) => setPanel(() => module.EditPanel),
      () =>
        setTrouble('The editor did not arrive. Check the connection, then press “Edit the handler” again.'),
    );
  };

  if (variant === null) return { open: false, tells: false, toggle, panel: null };
  const original = {
    source: lab.variants[variant]?.source ?? '',
    migration: lab.variants[variant]?.migration ?? '',
  };
  // Text that is kept must be there before somebody types over it.
  if (!Panel || !model.editsLoaded) {
    return {
      open: trouble === '',
      tells: false,
      toggle,
      panel: (
        <p className="lab-note" role="status">
          {trouble || 'The editor is on its way.'}
        </p>
      ),
    };
  }
  const fault = baseOf(state.subject.handler) === variant ? faultFound(model) : null;
  const tells = fault !== null && ran.current !== null;
  const panel = (
    <Panel
      key={variant}
      lab={lab.id}
      variant={variant}
      initial={drafts.current[variant] ?? edits[variant] ?? original}
      original={original}
      fault={fault && ran.current ? { ...fault, of: ran.current } : null}
      running={model.running}
      result={ran.current && baseOf(state.subject.handler) === variant ? model.exploration : null}
      ran={ran.current}
      onDraft={(edit) => {
        drafts.current[variant] = edit;
      }}
      onRun={(edit) => {
        ran.current = edit;
        model.runEdit(variant, edit);
      }}
      onReset={() => {
        delete drafts.current[variant];
        model.setEdit(variant, null);
        if (baseOf(state.subject.handler) === variant) {
          model.dispatch({ type: 'choose', subject: { ...state.subject, handler: variant } });
        }
      }}
      onCancel={model.cancel}
      onClose={close}
    />
  );
  return { open: true, tells, toggle, panel };
}
