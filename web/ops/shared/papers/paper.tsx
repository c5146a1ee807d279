import { isPicturePath, type StoredFile } from '@daftar/contract/files';
import { Modal } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconZoomIn } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../ui/use-phone.ts';
import classes from './papers.module.css';

const Pdf = lazy(() => import('../../../ui/pdf.tsx'));

interface PaperProps {
  /** What it proves: the scan of a commercial registration. */
  title: string;
  file: StoredFile;
  /** Where it is read; a picture also in the size that is asked for by `?size=`. */
  address: string;
}

/** A paper beside what it proves: drawn in the page, enlarged by a click, saved as it was sent. */
export function Paper({ title, file, address }: PaperProps) {
  const { t } = useTranslation(['ops', 'common']);
  const phone = usePhone();
  const [large, setLarge] = useState(false);
  return (
    <div className={classes.paper}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <section className={classes.frame} tabIndex={0} aria-label={title}>
        <Content title={title} file={file} address={address} />
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
      <Modal
        opened={large}
        onClose={() => setLarge(false)}
        title={title}
        size="70rem"
        fullScreen={phone}
        closeButtonProps={{ 'aria-label': t('common:close'), size: 40 }}
      >
        <div className={classes.large}>
          <Content title={title} file={file} address={address} />
        </div>
      </Modal>
    </div>
  );
}

/** The picture or the pages; by its name alone when it cannot be drawn. */
function Content({ title, file, address }: PaperProps) {
  const { t } = useTranslation(['ops', 'common']);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <p className={classes.quiet}>
        <IconFileTypePdf size={20} aria-hidden /> {t('papers.broken')}
      </p>
    );
  }
  if (isPicturePath(file.path)) {
    return (
      <img
        src={`${address}?size=large`}
        alt={title}
        loading="lazy"
        className={classes.picture}
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <Suspense fallback={<p className={classes.quiet}>{t('common:pdf.loading')}</p>}>
      <Pdf source={address} name={title} onFail={() => setBroken(true)} />
    </Suspense>
  );
}
