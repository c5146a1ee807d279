import { IconDownload, IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentContent, type ShownDocument } from './content.tsx';
import classes from './documents.module.css';
import { LargeDocument } from './large-document.tsx';

/** A document beside what it proves: drawn in the page, enlarged by a click, saved as it was sent. */
export function DocumentView(document: ShownDocument) {
  const { t } = useTranslation('ops');
  const { title, file, address } = document;
  const [large, setLarge] = useState(false);
  return (
    <div className={classes.document}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <section className={classes.frame} tabIndex={0} aria-label={title}>
        <DocumentContent {...document} />
      </section>
      <div className={classes.below}>
        <span className={classes.name}>
          <bdi>{file.name}</bdi>
        </span>
        <button
          type="button"
          className={classes.tool}
          onClick={() => setLarge(true)}
          aria-label={t('documents.enlarge', { name: title })}
        >
          <IconZoomIn size={18} aria-hidden />
        </button>
        <a
          className={classes.tool}
          href={address}
          download={file.name}
          aria-label={t('documents.save', { name: title })}
        >
          <IconDownload size={18} aria-hidden />
        </a>
      </div>
      <LargeDocument document={large ? document : null} onClose={() => setLarge(false)} />
    </div>
  );
}
