import {
  type ClipboardEvent,
  type DragEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface FileTarget {
  /** Files are held over it. */
  isOver: boolean;
  /** Handlers of the element that takes files. */
  handlers: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
}

interface Options {
  /** The element that takes files. */
  target: RefObject<HTMLFieldSetElement | null>;
  disabled: boolean;
  /** Files pasted anywhere in its form are taken, not only those pasted while the focus is within the element. */
  pasteInForm: boolean;
  onFiles: (files: readonly File[]) => void;
}

const hasFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes('Files') === true;

/** Prevents a file dropped beside the field from replacing the page, and what was typed with it. */
function keepPage(event: globalThis.DragEvent): void {
  if (!hasFiles(event) || event.defaultPrevented) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}

function takePasted(
  event: Pick<ClipboardEvent | globalThis.ClipboardEvent, 'clipboardData' | 'preventDefault'>,
  { disabled, onFiles }: Pick<Options, 'disabled' | 'onFiles'>,
): void {
  const files = [...(event.clipboardData?.files ?? [])];
  if (files.length === 0 || disabled) return;
  event.preventDefault();
  onFiles(files);
}

/** Takes files that are dropped on an element or pasted into it. Pasted text is left alone. */
export function useFileTarget({ target, disabled, pasteInForm, onFiles }: Options): FileTarget {
  const [isOver, setOver] = useState(false);
  const latest = useRef({ disabled, onFiles });
  useLayoutEffect(() => {
    latest.current = { disabled, onFiles };
  });

  useEffect(() => {
    window.addEventListener('dragover', keepPage);
    window.addEventListener('drop', keepPage);
    return () => {
      window.removeEventListener('dragover', keepPage);
      window.removeEventListener('drop', keepPage);
    };
  }, []);

  useEffect(() => {
    const form = pasteInForm ? target.current?.form : null;
    if (!form) return;
    const paste = (event: globalThis.ClipboardEvent) => takePasted(event, latest.current);
    form.addEventListener('paste', paste);
    return () => form.removeEventListener('paste', paste);
  }, [pasteInForm, target]);

  return {
    isOver: isOver && !disabled,
    handlers: {
      onDragOver: (event) => {
        if (disabled || !hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
      },
      onDrop: (event) => {
        setOver(false);
        if (disabled || !hasFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
      onPaste: (event) => {
        if (!pasteInForm) takePasted(event, { disabled, onFiles });
      },
    },
  };
}
