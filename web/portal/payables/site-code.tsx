import { EMBED_SCRIPT_PATH } from '@daftar/contract/embedding';
import { Button, SegmentedControl } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { accountTabPath } from '../paths/account.ts';
import { useCan } from '../shared/permissions.ts';
import classes from './site-code.module.css';

const WAYS = ['dialog', 'inline', 'link'] as const;
type Way = (typeof WAYS)[number];

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');

/** The HTML that shows a payment page on a website; without its script it is a link. */
function codeOf(way: Way, link: string, label: string): string {
  const pay = (attribute: string) => `<a href="${escaped(link)}"${attribute}>${escaped(label)}</a>`;
  if (way === 'link') return pay('');
  const script = `<script src="${window.location.origin}${EMBED_SCRIPT_PATH}" async></script>`;
  return `${pay(` data-daftar="${way}"`)}\n${script}`;
}

/** Gives the code of a "Pay" button or of the payment page itself, for the merchant's website. */
export function SiteCode({ link, language }: { link: string; language: 'ar' | 'en' }) {
  const { t } = useTranslation('payables');
  const can = useCan();
  const [opened, setOpened] = useState(false);
  const [way, setWay] = useState<Way>('dialog');
  const code = codeOf(way, link, t(`site.pay.${language}`));
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconCode size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('site.open')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} size="lg" title={t('site.title')}>
        <div className={classes.content}>
          <SegmentedControl
            value={way}
            onChange={(value) => setWay(value as Way)}
            data={WAYS.map((value) => ({ value, label: t(`site.way.${value}`) }))}
            fullWidth
            aria-label={t('site.title')}
          />
          <p className={classes.help}>{t(`site.help.${way}`)}</p>
          <CodeBlock text={code} />
          <div className={classes.ways}>
            <CopyButton value={code} label={t('site.copy')} wide variant="filled" />
            {way !== 'link' && can('api-keys-settings') && (
              <Button component={Link} to={accountTabPath('keys')} variant="default">
                {t('site.allow')}
              </Button>
            )}
          </div>
        </div>
      </Dialog>
    </>
  );
}
