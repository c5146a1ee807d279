import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, startTransition, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../../ui/errors.ts';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import type { LaterPart } from '../../ui/later-part.ts';
import { notify } from '../../ui/notify.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './more-options.module.css';

interface MoreOptionsProps {
  /** What is inside, in a few words. */
  text: string;
  /** Whether something inside differs from what is usual. */
  used: boolean;
  /** Names an attempt that failed by a field inside; empty when none did. */
  failed: string;
  /** The component of `children`, if it comes later. */
  part?: Pick<LaterPart<never>, 'fetch' | 'isThere'>;
  children: ReactNode;
}

/** The fields that most entries do without: folded, unless one is used or wrong. Their code can come when the form is idle. */
export function MoreOptions({ text, used, failed, part, children }: MoreOptionsProps) {
  const { t } = useTranslation('payables');
  const id = useId();
  const [open, setOpen] = useState(used);
  // Twenty fields take longer than a frame on a slow phone: the press is painted before they come.
  const [drawn, setDrawn] = useState(used);
  const [isThere, setThere] = useState(part?.isThere() ?? true);
  const reason = failed || String(used);
  const [before, setBefore] = useState(reason);
  // Opens by itself when there is a new reason; never closes under somebody who is typing.
  if (reason !== before) {
    setBefore(reason);
    if (reason !== 'false') {
      setOpen(true);
      setDrawn(true);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it is idle, and each time that it is wanted and not there.
  useEffect(() => {
    if (isThere || !part) return;
    const fetch = () => part.fetch().then(() => startTransition(() => setThere(true)));
    if (!open) {
      fetchAhead(fetch);
      return;
    }
    fetch().catch((error) => {
      notify.error(sentenceOf(error, t));
      setOpen(false);
    });
  }, [isThere, open]);
  const press = () => {
    setOpen(!open);
    startTransition(() => setDrawn(!open));
  };
  return (
    <section className={classes.more}>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={open && drawn ? id : undefined}
        onClick={press}
      >
        <span>
          <span className={classes.title}>{t('more.title')}</span>
          <span className={classes.text}>{text}</span>
        </span>
        <IconChevronDown size={20} aria-hidden className={classes.chevron} data-open={open || undefined} />
      </UnstyledButton>
      {open && drawn && (
        <div id={id} className={classes.inside} aria-busy={!isThere}>
          {isThere ? children : <Skeleton height="8rem" />}
        </div>
      )}
    </section>
  );
}
