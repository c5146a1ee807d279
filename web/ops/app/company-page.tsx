import { ops } from '@daftar/contract/ops';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../ui/error-box.tsx';
import { GoTo, useSearchOf } from '../../ui/link.tsx';
import { companyPath, signInPath } from '../paths/app.ts';
import { call } from '../shared/call.ts';
import classes from './guest-frame.module.css';
import { GuestFrame } from './guest-frame.tsx';
import { placeAfter, takeNext } from './sign-in-next.ts';

/** `/ops/company-sign-in`: where the company's provider sends operators back to. */
export default function CompanyPage() {
  const { t } = useTranslation(['ops', 'common']);
  const { state = '', code = '', iss, error } = useSearchOf(companyPath);
  const [answer] = useState({ state, code, iss, error });
  const [failed, setFailed] = useState<unknown>(null);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current || answer.state === '') return;
    isStarted.current = true;
    call(ops.finishCompany, { body: answer }).then(
      ({ data }) =>
        // Somebody new sets up their access first.
        window.location.replace('join' in data ? `/ops/join#${data.join}` : placeAfter(takeNext())),
      (refusal) => setFailed(refusal),
    );
  }, [answer]);
  if (answer.state === '') return <GoTo to={signInPath} />;
  return (
    <GuestFrame title={t('signIn.title')}>
      {failed === null ? (
        <p className={classes.text} role="status">
          {t('common:loading')}
        </p>
      ) : (
        <ErrorBox error={failed} onRetry={() => window.location.replace('/ops/sign-in')} />
      )}
    </GuestFrame>
  );
}
