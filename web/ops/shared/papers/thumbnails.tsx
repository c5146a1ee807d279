import { useState } from 'react';
import { PaperGlimpse, type ShownPaper } from './content.tsx';
import { LargePaper } from './large-paper.tsx';
import classes from './papers.module.css';

interface ThumbnailsProps {
  label: string;
  /** `isWrong`: marked so by whoever reviews it. */
  papers: readonly (ShownPaper & { isWrong?: boolean })[];
}

/** Every paper at a glance; a click leads to it, large. */
export function Thumbnails({ label, papers }: ThumbnailsProps) {
  const [opened, setOpened] = useState<ShownPaper | null>(null);
  return (
    <>
      <ul className={classes.thumbnails} aria-label={label}>
        {papers.map((paper) => (
          <li key={paper.title}>
            <button
              type="button"
              className={classes.thumbnail}
              data-wrong={paper.isWrong || undefined}
              onClick={() => setOpened(paper)}
            >
              <span className={classes.glimpse}>
                <PaperGlimpse file={paper.file} address={paper.address} />
              </span>
              {paper.title}
            </button>
          </li>
        ))}
      </ul>
      <LargePaper paper={opened} onClose={() => setOpened(null)} />
    </>
  );
}
