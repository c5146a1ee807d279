import { isPicturePath, type StoredFile } from '@daftar/contract/files';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './documents.module.css';

const Pdf = lazy(() => import('../../../ui/pdf.tsx'));

export interface ShownDocument {
  /** What it proves: the scan of a commercial registration. */
  title: string;
  file: StoredFile;
  /** Where it is read; a picture also in the size that is asked for by `?size=`. */
  address: string;
}

/** The bytes of a PDF, asked for once however often it is drawn: no browser keeps what is private. */
function usePdfBytes(address: string, wanted: boolean) {
  return useQuery({
    queryKey: ['document', address],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      return response.blob();
    },
    enabled: wanted,
    // A stored file never changes.
    staleTime: 'static',
  });
}

/** The picture or the pages; by its name alone when it cannot be drawn. */
export function DocumentContent({ title, file, address }: ShownDocument) {
  const { t } = useTranslation(['ops', 'common']);
  const isPicture = isPicturePath(file.path);
  const [isBroken, setBroken] = useState(false);
  const bytes = usePdfBytes(address, !isPicture);
  if (isBroken || bytes.isError) {
    return (
      <p className={classes.quiet}>
        <IconFileTypePdf size={20} aria-hidden /> {t('documents.broken')}
      </p>
    );
  }
  if (isPicture) {
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
  const loading = <p className={classes.quiet}>{t('common:pdf.loading')}</p>;
  if (!bytes.data) return loading;
  return (
    <Suspense fallback={loading}>
      <Pdf source={bytes.data} name={title} onFail={() => setBroken(true)} />
    </Suspense>
  );
}

/** A picture, or the first page, small: what it is of is said beside it. */
export function DocumentThumbnail({ file, address }: Omit<ShownDocument, 'title'>) {
  const isPicture = isPicturePath(file.path);
  const [isBroken, setBroken] = useState(false);
  const bytes = usePdfBytes(address, !isPicture);
  if (isPicture && !isBroken) {
    return <img src={`${address}?size=small`} alt="" onError={() => setBroken(true)} />;
  }
  const mark = <IconFileTypePdf size={28} stroke={1.5} aria-hidden />;
  if (isBroken || !bytes.data) return mark;
  return (
    <Suspense fallback={mark}>
      <Pdf source={bytes.data} onFail={() => setBroken(true)} glimpse={mark} />
    </Suspense>
  );
}
