import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './bar-chart.module.css';
import { Link } from './link.tsx';
import { directionOf, useLocale } from './locale.ts';
import type { Path } from './path.ts';

export interface Bar {
  key: string;
  /** What it is of, such as a day. */
  name: string;
  /** The value as written. */
  text: string;
  value: number;
  /** The rows that it is of. */
  to: Path;
}

/**
 * Bars in the order of time, each a link to its rows. The Tab key reaches one of them, and the arrow keys, Home and End the
 * others; a screen reader hears a list of links with their figures. It has the same height with any data.
 */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const locale = useLocale();
  const list = useRef<HTMLOListElement>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [stop, setStop] = useState<string | null>(null);
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const told = bars.find(({ key }) => key === shown) ?? bars.at(-1);
  const stopAt = Math.max(
    0,
    bars.findIndex(({ key }) => key === (stop ?? bars.at(-1)?.key)),
  );
  const move = (event: KeyboardEvent) => {
    const forward = directionOf(locale) === 'rtl' ? -1 : 1;
    const target = {
      ArrowRight: stopAt + forward,
      ArrowLeft: stopAt - forward,
      Home: 0,
      End: bars.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('a')[Math.min(Math.max(target, 0), bars.length - 1)]?.focus();
  };
  return (
    <div>
      <div className={classes.told} aria-hidden>
        {told && (
          <>
            {told.name}: <bdi>{told.text}</bdi>
          </>
        )}
      </div>
      <ol ref={list} className={classes.bars} aria-label={label}>
        {bars.map(({ key, name, text, value, to }, index) => (
          <li key={key} className={classes.slot}>
            <Link
              to={to}
              className={classes.link}
              aria-label={`${name}: ${text}`}
              tabIndex={index === stopAt ? 0 : -1}
              onKeyDown={move}
              onFocus={() => {
                setStop(key);
                setShown(key);
              }}
              onPointerEnter={() => setShown(key)}
            >
              <span
                className={classes.bar}
                style={{ blockSize: value === 0 ? '1px' : `max(3px, ${(100 * value) / most}%)` }}
              />
            </Link>
          </li>
        ))}
      </ol>
      <div className={classes.axis} aria-hidden>
        <span>{bars[0]?.name}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.name}</span>}
      </div>
    </div>
  );
}
