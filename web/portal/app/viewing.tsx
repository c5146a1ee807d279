import { team } from '@daftar/contract/team';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMerchant } from '../shared/merchant.ts';
import { startAnew } from '../shared/start-anew.ts';
import { useAction } from '../shared/use-action.ts';
import classes from './shell.module.css';

/** Shown while this session looks at the portal as a role: what that means, and the way back. */
export function Viewing() {
  const { t } = useTranslation('shell');
  const role = useMerchant()?.viewing_role;
  const { run, isPending } = useAction(team.endView);
  if (!role) return null;
  const end = async () => {
    if (await run()) await startAnew();
  };
  return (
    <section className={classes.viewing} aria-label={t('viewing.label')}>
      <span>{role.name ? t('viewing.text', { name: role.name }) : t('viewing.gone')}</span>
      <Button size="xs" variant="default" loading={isPending} onClick={() => void end()}>
        {t('viewing.end')}
      </Button>
    </section>
  );
}
