import { Kbd, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { anyCatalogue } from '../../ui/text-key.ts';
import { SEARCH_KEYS } from '../search/index.tsx';
import { switchShortcuts, useShortcutState } from '../shared/shortcuts.ts';
import { useNav } from './nav.ts';
import classes from './shortcut-sheet.module.css';

interface ShortcutSheetProps {
  opened: boolean;
  onClose: () => void;
}

/** Lists the keyboard shortcuts, and switches those of one key off. */
export function ShortcutSheet({ opened, onClose }: ShortcutSheetProps) {
  const { t } = useTranslation(['search', 'shell']);
  const { isOn } = useShortcutState();
  const links = useNav().filter(({ shortcut }) => shortcut);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shell:shortcuts.title')} size="lg">
      <div className={classes.groups}>
        <Group title={t('shortcuts.everywhere')}>
          <Line name={t('shell:search.open')} keys={[SEARCH_KEYS]} or={isOn ? '/' : undefined} />
          {isOn && <Line name={t('shell:create.label')} keys={['C']} />}
          {isOn && <Line name={t('shell:shortcuts.title')} keys={['?']} />}
        </Group>
        {isOn && (
          <Group title={t('shortcuts.go')}>
            {links.map(({ path, label, shortcut = '' }) => (
              <Line key={path} name={anyCatalogue(t)(label)} keys={['G', shortcut.toUpperCase()]} />
            ))}
          </Group>
        )}
      </div>
      <Switch
        className={classes.switch ?? ''}
        checked={isOn}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
        label={t('shortcuts.switch')}
        description={t('shortcuts.switchText')}
      />
    </Dialog>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.lines}>{children}</dl>
    </section>
  );
}

/** One shortcut: its keys one after the other, or another one. */
function Line({ name, keys, or }: { name: string; keys: readonly string[]; or?: string | undefined }) {
  const { t } = useTranslation('search');
  return (
    <div className={classes.line}>
      <dt>{name}</dt>
      <dd className={classes.keys}>
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 && <span className={classes.then}>{t('shortcuts.then')}</span>}{' '}
            <Kbd dir="ltr">{key}</Kbd>
          </span>
        ))}
        {or && (
          <span>
            <span className={classes.then}>{t('shortcuts.or')}</span> <Kbd dir="ltr">{or}</Kbd>
          </span>
        )}
      </dd>
    </div>
  );
}
