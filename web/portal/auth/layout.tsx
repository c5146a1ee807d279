import { Button } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBusy } from '../../shared/activity.ts';
import { setLocale, useLocale } from '../../shared/locale.ts';
import { Brand } from '../../ui/brand.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import classes from './layout.module.css';

/** Two columns on a desktop, one on a phone: the form, and a picture. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const busy = useBusy();
  const other = locale === 'ar' ? 'en' : 'ar';
  return (
    <div className={classes.layout}>
      <div className={classes.pane}>
        <header className={classes.head}>
          <Brand />
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconLanguage size={18} aria-hidden />}
            onClick={() => setLocale(other)}
            aria-label={t('language.named')}
          >
            <span lang={other} className={classes.language}>
              {t('language.other')}
            </span>
          </Button>
        </header>
        <main className={classes.main} aria-busy={busy}>
          {children}
        </main>
        <footer className={classes.below}>
          <a href={`/status?lang=${locale}`}>{t('serviceStatus')}</a>
        </footer>
      </div>
      <Aside />
    </div>
  );
}

/** A decorative picture of the product. */
function Aside() {
  const { t } = useTranslation('auth');
  return (
    <aside className={classes.aside} aria-label={t('aside.title')}>
      <div className={classes.words}>
        <p className={classes.claim}>{t('aside.title')}</p>
        <p className={classes.text}>{t('aside.text')}</p>
      </div>
      <div className={classes.receipt} data-mantine-color-scheme="light" aria-hidden>
        <div className={classes.row}>
          <span>{t('aside.received')}</span>
          <StatusChip kind="success">{t('aside.paid')}</StatusChip>
        </div>
        <p className={classes.amount}>
          <Money amount={1250} size="xlarge" />
        </p>
        <Line label={t('aside.link')} value={<bdi>LNK-7K3M9Q2D</bdi>} />
        <Line label={t('aside.method')} value={<bdi dir="ltr">•••• 4242</bdi>} />
        <Line label={t('aside.net')} value={<Money amount={1215.87} />} />
      </div>
    </aside>
  );
}

function Line({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={classes.line}>
      <span>{label}</span>
      {value}
    </div>
  );
}

interface AuthCardProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** The line under the form: other places to go. */
  foot?: ReactNode;
}

/** Title, form and other places to go, on every screen of this group. */
export function AuthCard({ title, text, children, foot }: AuthCardProps) {
  return (
    <div className={classes.card}>
      <div>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {text && <p className={classes.lead}>{text}</p>}
      </div>
      {children}
      {foot && <p className={classes.foot}>{foot}</p>}
    </div>
  );
}
