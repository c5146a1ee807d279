import { useEffect, useState } from 'react';
import classes from './qr-code.module.css';
import { Skeleton } from './skeleton.tsx';

interface QrCodeProps {
  value: string;
  /** Alternative text: what scanning it does. */
  label: string;
  /** Side in CSS pixels. */
  size?: number;
}

/** Renders a QR code; the generator is loaded on first use. */
export function QrCode({ value, label, size = 192 }: QrCodeProps) {
  const [path, setPath] = useState<{ d: string; side: number } | null>(null);
  useEffect(() => {
    let current = true;
    void import('qrcode').then(({ create }) => {
      if (!current) return;
      const { modules } = create(value, { errorCorrectionLevel: 'M' });
      let d = '';
      for (let row = 0; row < modules.size; row += 1) {
        for (let column = 0; column < modules.size; column += 1) {
          if (modules.get(row, column)) d += `M${column + 4} ${row + 4}h1v1h-1z`;
        }
      }
      setPath({ d, side: modules.size + 8 });
    });
    return () => {
      current = false;
    };
  }, [value]);
  if (!path) return <Skeleton width={`${size}px`} height={`${size}px`} />;
  return (
    <svg
      className={classes.code}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${path.side} ${path.side}`}
      shapeRendering="crispEdges"
    >
      <rect width={path.side} height={path.side} fill="#fff" />
      <path d={path.d} fill="#10201f" />
    </svg>
  );
}
