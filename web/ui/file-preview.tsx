import { Button } from '@mantine/core';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { ErrorBox } from './error-box.tsx';
import { isAbort } from './errors.ts';
import classes from './file-preview.module.css';
import { Skeleton } from './skeleton.tsx';

const Pdf = lazy(() => import('./pdf.tsx'));

export interface NamedFile {
  path: string;
  /** Original file name. */
  name: string;
}

interface FilePreviewProps {
  /** Null: closed. */
  file: NamedFile | null;
  onClose: () => void;
  /** Fetches the content with its type. */
  read: (path: string, signal: AbortSignal) => Promise<Blob>;
}

/** Shows a stored image or PDF over the page, with a download button. */
export function FilePreview({ file, onClose, read }: FilePreviewProps) {
  return (
    <Dialog
      opened={file !== null}
      onClose={onClose}
      size="min(56rem, 100vw)"
      title={<bdi className={classes.title}>{file?.name}</bdi>}
    >
      {file && <Content key={file.path} file={file} read={read} />}
    </Dialog>
  );
}

interface Loaded {
  address: string;
  blob: Blob;
}

function useFile(path: string, read: FilePreviewProps['read']) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    const gone = new AbortController();
    let address = '';
    read(path, gone.signal).then(
      (blob) => {
        if (gone.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setLoaded({ address, blob });
      },
      (reason: unknown) => {
        if (!isAbort(reason)) setError(reason);
      },
    );
    return () => {
      gone.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [path, read, attempt]);
  const retry = useCallback(() => {
    setError(null);
    setAttempt((count) => count + 1);
  }, []);
  return { loaded, error, retry };
}

function Content({ file: { path, name }, read }: { file: NamedFile; read: FilePreviewProps['read'] }) {
  const { t } = useTranslation('common');
  const { loaded, error, retry } = useFile(path, read);
  const [isBroken, setBroken] = useState(false);
  if (error) return <ErrorBox error={error} onRetry={retry} />;
  if (!loaded) return <Skeleton width="100%" height="16rem" />;
  return (
    <div className={classes.content}>
      {isBroken ? (
        <p className={classes.unseen}>
          <IconFile size={32} stroke={1.5} aria-hidden />
          {t('preview.unseen')}
        </p>
      ) : loaded.blob.type.startsWith('image/') ? (
        <img src={loaded.address} alt={name} className={classes.picture} onError={() => setBroken(true)} />
      ) : (
        <div className={classes.paper}>
          <Suspense fallback={<Skeleton width="100%" height="16rem" />}>
            <Pdf source={loaded.blob} name={name} onFail={() => setBroken(true)} />
          </Suspense>
        </div>
      )}
      <Button
        component="a"
        href={loaded.address}
        download={name}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {t('preview.download')}
      </Button>
    </div>
  );
}
