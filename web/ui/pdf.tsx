import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import bilevel from 'pdfjs-dist/wasm/jbig2.wasm?url';
import jpeg2000 from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import colours from 'pdfjs-dist/wasm/qcms_bg.wasm?url';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './pdf.module.css';

GlobalWorkerOptions.workerSrc = worker;

const DECODERS: Readonly<Record<string, string>> = {
  'jbig2.wasm': bilevel,
  'openjpeg.wasm': jpeg2000,
  'qcms_bg.wasm': colours,
};

/** Serves pdf.js the image decoders from our own build; the content security policy allows no other source. */
class Decoders {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = DECODERS[filename];
    if (!address) throw new Error(`We do not carry ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Limits rendering to the first pages of a long document. */
const PAGES_MOST = 20;
/** Sharp on a high-density screen, bounded for oversized pages. */
const SCALE_MOST = 3;
const PIXELS_MOST = 8_000_000;
/** Larger images, far above any scanned document, are left blank. */
const IMAGE_PIXELS_MOST = 64_000_000;

interface PdfProps {
  source: Blob;
  /** Accessible name of a page. */
  name?: string;
  onFail: () => void;
  /** Renders only the first page as a thumbnail; this placeholder shows until it is ready. */
  glimpse?: ReactNode;
}

/** Renders the pages of a PDF to canvases: its scripts, links and forms do nothing. */
export default function Pdf({ source, name, onFail, glimpse }: PdfProps) {
  const { t } = useTranslation('common');
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const failed = useRef(onFail);
  failed.current = onFail;
  useEffect(() => {
    let left = false;
    let forget: () => void = () => undefined;
    const open = async () => {
      const data = await source.arrayBuffer();
      if (left) return;
      const loading = getDocument({
        data,
        enableXfa: false,
        maxImageSize: IMAGE_PIXELS_MOST,
        useWorkerFetch: false,
        BinaryDataFactory: Decoders,
      });
      forget = () => void loading.destroy();
      const loaded = await loading.promise;
      if (!left) setDocument(loaded);
    };
    open().catch(() => {
      if (!left) failed.current();
    });
    return () => {
      left = true;
      setDocument(null);
      forget();
    };
  }, [source]);
  if (glimpse) return document ? <PdfPage document={document} number={1} /> : glimpse;
  if (!document) return <p className={classes.quiet}>{t('pdf.loading')}</p>;
  const shown = Math.min(document.numPages, PAGES_MOST);
  return (
    <>
      {Array.from({ length: shown }, (_, index) => (
        <PdfPage
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
          key={index}
          document={document}
          number={index + 1}
          label={t('pdf.page', { name, number: index + 1, total: document.numPages })}
        />
      ))}
      {document.numPages > shown && (
        <p className={classes.quiet}>{t('pdf.more', { count: document.numPages - shown })}</p>
      )}
    </>
  );
}

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  label?: string;
}

function PdfPage({ document, number, label }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let left = false;
    let stop: () => void = () => undefined;
    const draw = async () => {
      const page = await document.getPage(number);
      const place = canvas.current;
      if (left || !place) return;
      const natural = page.getViewport({ scale: 1 });
      const wanted = place.clientWidth / natural.width;
      const bound = Math.sqrt(PIXELS_MOST / (natural.width * natural.height));
      const scale = Math.min(wanted * Math.min(window.devicePixelRatio, 2), SCALE_MOST, bound);
      const viewport = page.getViewport({ scale });
      place.width = Math.floor(viewport.width);
      place.height = Math.floor(viewport.height);
      const task = page.render({ canvas: place, viewport });
      stop = () => task.cancel();
      await task.promise;
    };
    // A page that cannot be drawn stays white; the others and the file itself are there.
    draw().catch(() => undefined);
    return () => {
      left = true;
      stop();
    };
  }, [document, number]);
  // Text is drawn glyph by glyph: a canvas that reads from right to left would set each at its wrong side.
  const said = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return <canvas ref={canvas} dir="ltr" className={classes.page} {...said} />;
}
