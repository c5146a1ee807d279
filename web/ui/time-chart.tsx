import { Button } from '@mantine/core';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type RefObject,
  type SyntheticEvent,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { afterPaint } from './after-paint.ts';
import type { Bar } from './chart-bar.ts';
import type { ChartDrawing } from './chart-drawing.tsx';
import { Link } from './link.tsx';
import { directionOf, useLocale } from './locale.ts';
import type { Path } from './path.ts';
import { Skeleton } from './skeleton.tsx';
import classes from './time-chart.module.css';
import { useNear } from './use-near.ts';

interface TimeChartProps {
  label: string;
  bars: readonly Bar[];
  /** A value as short as an axis needs. */
  tickOf: (value: number) => string;
  /** What the axis counts, such as EGP; an empty string where its values say so. */
  unit: string;
  /** The highest value that can be, where there is one. */
  most?: number;
}

/** The library draws, and comes when a chart is about to be seen; kept, so that the next chart has it at once. */
let drawn: typeof ChartDrawing | null = null;

function useDrawing(frame: RefObject<HTMLElement | null>) {
  const isNear = useNear(frame);
  const [Drawing, setDrawing] = useState(() => drawn);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (Drawing || failed || !isNear) return;
    let wanted = true;
    afterPaint(() => {
      import('./chart-drawing.tsx').then(
        (module) => {
          drawn = module.ChartDrawing;
          // In slices: nobody who presses something meanwhile waits for it.
          if (wanted) startTransition(() => setDrawing(() => module.ChartDrawing));
        },
        (error) => {
          console.warn('The chart did not come.', error);
          if (wanted) setFailed(true);
        },
      );
    });
    return () => {
      wanted = false;
    };
  }, [Drawing, failed, isNear]);
  return { Drawing, failed, retry: () => setFailed(false) };
}

/**
 * Bars in the order of time with a line of the period before. What is drawn is hidden from screen readers; over it lies a list
 * of links, one for each bar: the Tab key reaches one of them, and the arrow keys, Home and End the others. It has the same
 * height with any data, and before the library has come.
 */
export function TimeChart({ label, bars, tickOf, unit, most }: TimeChartProps) {
  const { t } = useTranslation(['chart', 'common']);
  const isMirrored = directionOf(useLocale()) === 'rtl';
  const frame = useRef<HTMLDivElement>(null);
  const { Drawing, failed, retry } = useDrawing(frame);
  const [shown, setShown] = useState<string | null>(null);
  const isCompared = bars.some(({ before }) => before?.value);
  const isEmpty = !bars.some(({ value }) => value);
  return (
    <div>
      <div className={classes.head} aria-hidden>
        <span>{unit}</span>
        <span className={classes.legend}>
          <span className={classes.now}>{t('now')}</span>
          {isCompared && <span className={classes.before}>{t('before')}</span>}
        </span>
      </div>
      <div ref={frame} className={classes.chart} data-drawn={Drawing !== null || undefined}>
        <Columns label={label} bars={bars} most={most} isMirrored={isMirrored} onShow={setShown} />
        {/* Chromium's Tab key also stops at groups of an SVG that listen for the focus, as React's portals in it do. */}
        <div className={classes.drawing} inert={!failed}>
          {Drawing ? (
            <>
              <Drawing bars={bars} tickOf={tickOf} most={most} isMirrored={isMirrored} />
              {isEmpty && <p className={classes.none}>{t('none')}</p>}
            </>
          ) : failed ? (
            <p className={classes.failed}>
              {t('failed')}{' '}
              <Button variant="default" size="xs" onClick={retry}>
                {t('common:retry')}
              </Button>
            </p>
          ) : (
            <Skeleton height="100%" />
          )}
        </div>
        <Tip bars={bars} shown={shown} />
      </div>
    </div>
  );
}

interface ColumnsProps {
  label: string;
  bars: readonly Bar[];
  most: number | undefined;
  isMirrored: boolean;
  /** Takes the key of the bar under the pointer or focus, or null. */
  onShow: (key: string | null) => void;
}

/** The links, each as wide as its bar has room; pointing at one renders none of them again. */
const Columns = memo(function Columns({ label, bars, most, isMirrored, onShow }: ColumnsProps) {
  const { t } = useTranslation('chart');
  const list = useRef<HTMLOListElement>(null);
  const [stop, setStop] = useState<string | null>(null);
  const highest = most ?? Math.max(...bars.map(({ value }) => value ?? 0), 1);
  const stopKey = bars.find(({ key }) => key === stop)?.key ?? bars.at(-1)?.key;
  const links = () => [...list.current!.querySelectorAll('a')];
  const barAt = ({ target }: SyntheticEvent) =>
    bars[links().findIndex((link) => link.contains(target as Node))]?.key ?? null;
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onShow(null);
    const at = bars.findIndex(({ key }) => key === stopKey);
    const target = {
      ArrowRight: at + (isMirrored ? -1 : 1),
      ArrowLeft: at + (isMirrored ? 1 : -1),
      Home: 0,
      End: bars.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    links()[Math.min(Math.max(target, 0), bars.length - 1)]?.focus();
  };
  return (
    <ol
      ref={list}
      className={classes.columns}
      aria-label={label}
      onKeyDown={move}
      onFocus={(event) => {
        setStop(barAt(event));
        onShow(barAt(event));
      }}
      onBlur={() => onShow(null)}
      onPointerOver={(event) => onShow(barAt(event))}
      onPointerLeave={() => onShow(null)}
    >
      {bars.map(({ key, name, value, text, before, to }) => (
        <Column
          key={key}
          to={to}
          isStop={key === stopKey}
          height={Math.max(value ?? 0, 0) / highest}
          label={
            before
              ? t('bar', { name, text, before: before.text, difference: before.difference ?? '–' })
              : `${name}: ${text}`
          }
        />
      ))}
    </ol>
  );
});

interface ColumnProps {
  to: Path;
  label: string;
  isStop: boolean;
  /** Of the chart's height, 0 to 1; seen on paper, where the chart was not drawn. */
  height: number;
}

const Column = memo(function Column({ to, label, isStop, height }: ColumnProps) {
  return (
    <li className={classes.column} style={{ '--up': height } as CSSProperties}>
      <Link to={to} className={classes.link} aria-label={label} tabIndex={isStop ? 0 : -1} />
    </li>
  );
});

/** What the bar under the pointer or focus says, above it. */
function Tip({ bars, shown }: { bars: readonly Bar[]; shown: string | null }) {
  const { t } = useTranslation('chart');
  const index = bars.findIndex(({ key }) => key === shown);
  const bar = bars[index];
  if (!bar) return null;
  const values = bars.flatMap(({ value, before }) => [value ?? 0, before?.value ?? 0]);
  const height = Math.max(bar.value ?? 0, bar.before?.value ?? 0) / Math.max(...values, 1);
  return (
    <div className={classes.over} aria-hidden>
      <div
        className={classes.tip}
        style={{ '--across': (index + 0.5) / bars.length, '--up': height } as CSSProperties}
      >
        <p className={classes.name}>{bar.name}</p>
        <dl className={classes.values}>
          <dt className={classes.now}>{t('now')}</dt>
          <dd>
            <bdi>{bar.text}</bdi>
          </dd>
          {bar.before && (
            <>
              <dt className={classes.before}>{bar.before.name}</dt>
              <dd>
                <bdi>{bar.before.text}</bdi>
              </dd>
              {bar.before.difference !== null && (
                <>
                  <dt>{t('difference')}</dt>
                  <dd>
                    <bdi>{bar.before.difference}</bdi>
                  </dd>
                </>
              )}
            </>
          )}
        </dl>
      </div>
    </div>
  );
}
