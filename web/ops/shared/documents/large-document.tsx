import { Dialog } from '../../../ui/dialog.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import { DocumentContent, type ShownDocument } from './content.tsx';
import classes from './documents.module.css';

/** A document as large as it takes to read a stamp, over the page it was opened from. */
export function LargeDocument({
  document,
  onClose,
}: {
  document: ShownDocument | null;
  onClose: () => void;
}) {
  const phone = usePhone();
  return (
    <Dialog
      opened={document !== null}
      onClose={onClose}
      title={document?.title}
      size="70rem"
      fullScreen={phone}
    >
      {document && (
        <div className={classes.large}>
          <DocumentContent {...document} />
        </div>
      )}
    </Dialog>
  );
}
