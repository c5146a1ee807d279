import { IconDownload, IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PaperContent, type ShownPaper } from './content.tsx';
import { LargePaper } from './large-paper.tsx';
import classes from './papers.module.css';

/** A paper beside what it proves: drawn in the page, enlarged by a click, saved as it was sent. */
export function Paper(paper: ShownPaper) {
  const { t } = useTranslation('ops');
  const { title, file, address } = paper;
  const [large, setLarge] = useState(false);
  return (
    <div className={classes.paper}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <section className={classes.frame} tabIndex={0} aria-label={title}>
        <PaperContent {...paper} />
      </section>
      <div className={classes.below}>
        <span className={classes.name}>
          <bdi>{file.name}</bdi>
        </span>
        <button
          type="button"
          className={classes.tool}
          onClick={() => setLarge(true)}
          aria-label={t('papers.enlarge', { name: title })}
        >
          <IconZoomIn size={18} aria-hidden />
        </button>
        <a
          className={classes.tool}
          href={address}
          download={file.name}
          aria-label={t('papers.save', { name: title })}
        >
          <IconDownload size={18} aria-hidden />
        </a>
      </div>
      <LargePaper paper={large ? paper : null} onClose={() => setLarge(false)} />
    </div>
  );
}
