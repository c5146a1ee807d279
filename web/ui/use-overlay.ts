import { useCallback, useState } from 'react';

export interface Overlay<T> {
  /** What the dialog or drawer was last opened for; kept while it closes. Null until it is first opened. */
  shown: { subject: T } | null;
  open: (subject: T) => void;
  /** Props of the dialog or drawer. */
  props: { opened: boolean; onClose: () => void };
  /** Changes with each opening: a `key` for content that must start anew. */
  serial: number;
}

/**
 * Holds which row's dialog or drawer is open:
 * `{editing.shown && <UserDrawer user={editing.shown.subject} {...editing.props} />}`.
 * `open` and `props.onClose` never change, so that columns can be memoised.
 */
export function useOverlay<T>(): Overlay<T> {
  const [state, setState] = useState<{ subject: T; opened: boolean; serial: number } | null>(null);
  const open = useCallback(
    (subject: T) => setState((last) => ({ subject, opened: true, serial: (last?.serial ?? 0) + 1 })),
    [],
  );
  const onClose = useCallback(() => setState((last) => last && { ...last, opened: false }), []);
  return {
    shown: state && { subject: state.subject },
    open,
    props: { opened: state?.opened ?? false, onClose },
    serial: state?.serial ?? 0,
  };
}
