import { team } from '@daftar/contract/team';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../ui/notify.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { loginPath } from '../paths/auth.ts';
import { call, sentenceOf } from '../shared/call.ts';
import classes from './fields.module.css';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';

/** `/confirm-address/{token}`: the old or the new address confirms or rejects its change. */
export default function ConfirmAddressPage() {
  const { t } = useTranslation(['auth', 'messages']);
  const token = useRouteParam('token');
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const answer = async (agrees: boolean) => {
    setBusy(true);
    try {
      setSaid((await call(team.answerAddress, { body: { token, agrees } })).message);
    } catch (error) {
      notify.error(sentenceOf(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AuthCard
      title={t('address.title')}
      text={said === '' ? t('address.text') : ''}
      foot={<GuestLink to={loginPath}>{t('backToLogin')}</GuestLink>}
    >
      <div role="status">{said}</div>
      {said === '' && (
        <div className={classes.form}>
          <Button size="md" fullWidth loading={busy} onClick={() => void answer(true)}>
            {t('address.confirm')}
          </Button>
          <Button size="md" fullWidth variant="default" disabled={busy} onClick={() => void answer(false)}>
            {t('address.stop')}
          </Button>
        </div>
      )}
    </AuthCard>
  );
}
