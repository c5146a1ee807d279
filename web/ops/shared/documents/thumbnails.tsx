import { useState } from 'react';
import { DocumentThumbnail, type ShownDocument } from './content.tsx';
import classes from './documents.module.css';
import { LargeDocument } from './large-document.tsx';

interface ThumbnailsProps {
  label: string;
  /** `isWrong`: marked so by whoever reviews it. */
  documents: readonly (ShownDocument & { isWrong?: boolean })[];
}

/** Every document at a glance; a click leads to it, large. */
export function Thumbnails({ label, documents }: ThumbnailsProps) {
  const [opened, setOpened] = useState<ShownDocument | null>(null);
  return (
    <>
      <ul className={classes.thumbnails} aria-label={label}>
        {documents.map((document) => (
          <li key={document.title}>
            <button
              type="button"
              className={classes.thumbnail}
              data-wrong={document.isWrong || undefined}
              onClick={() => setOpened(document)}
            >
              <span className={classes.glimpse}>
                <DocumentThumbnail file={document.file} address={document.address} />
              </span>
              {document.title}
            </button>
          </li>
        ))}
      </ul>
      <LargeDocument document={opened} onClose={() => setOpened(null)} />
    </>
  );
}
