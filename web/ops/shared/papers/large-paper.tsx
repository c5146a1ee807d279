import { Dialog } from '../../../ui/dialog.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import { PaperContent, type ShownPaper } from './content.tsx';
import classes from './papers.module.css';

/** A paper as large as it takes to read a stamp, over the page it was opened from. */
export function LargePaper({ paper, onClose }: { paper: ShownPaper | null; onClose: () => void }) {
  const phone = usePhone();
  return (
    <Dialog opened={paper !== null} onClose={onClose} title={paper?.title} size="70rem" fullScreen={phone}>
      {paper && (
        <div className={classes.large}>
          <PaperContent {...paper} />
        </div>
      )}
    </Dialog>
  );
}
