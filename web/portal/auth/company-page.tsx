import { BeginCompanySignIn, type CompanyAnswer, companySignIn } from '@daftar/contract/company-sign-in';
import { Button, Checkbox, Loader, TextInput } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { useSearchOf } from '../../ui/link.tsx';
import { companySignInPath, loginPath } from '../paths/auth.ts';
import { call, sentenceOf } from '../shared/call.ts';
import { handOver, isForDialog } from './company.ts';
import classes from './fields.module.css';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';
import { type AskedStep, nextOf, welcome } from './next-factor.tsx';

/** Whether the person asked to be remembered, while they are at the provider. */
const REMEMBER = 'daftar.company-remember';

/** `/company-sign-in`: where people go to their company's provider, and where it sends them back to. */
export default function CompanyPage() {
  const { state = '', code = '', iss, error } = useSearchOf(companySignInPath);
  // The answer counts once, and leaves the address at once.
  const [answer] = useState(state === '' ? null : { state, code, iss, error });
  const [failed, setFailed] = useState('');
  if (answer && failed === '') return <Back answer={answer} onFailed={setFailed} />;
  return <Ask failed={failed} />;
}

function Ask({ failed }: { failed: string }) {
  const { t } = useTranslation('auth');
  const email = useLocation({ select: ({ state }) => state.email ?? '' });
  const form = useContractForm(BeginCompanySignIn, {
    initialValues: { email, remember_me: false },
    submit: async (values) => {
      const { url } = (await call(companySignIn.begin, { body: values })).data;
      sessionStorage.setItem(REMEMBER, values.remember_me ? 'yes' : 'no');
      window.location.assign(url);
    },
  });
  return (
    <AuthCard
      title={t('company.title')}
      text={t('company.text')}
      foot={<GuestLink to={loginPath}>{t('company.password')}</GuestLink>}
    >
      {failed !== '' && (
        <div className={classes.notice} data-kind="error" role="alert">
          {failed}
        </div>
      )}
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('email')}
          label={t('company.email')}
          type="email"
          autoComplete="username"
          size="md"
          classNames={{ input: classes.ltr }}
          autoFocus
        />
        <Checkbox {...form.field('remember_me', 'checkbox')} label={t('login.remember')} />
        <SubmitButton form={form} size="md" fullWidth>
          {t('company.go')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}

function Back({ answer, onFailed }: { answer: CompanyAnswer; onFailed: (sentence: string) => void }) {
  const { t } = useTranslation(['auth', 'common']);
  const router = useRouter();
  const [asked, setAsked] = useState<AskedStep | null>(null);
  const isForOther = isForDialog(answer);
  const isStarted = useRef(false);
  const remember = sessionStorage.getItem(REMEMBER) === 'yes';
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    router.history.replace(companySignInPath);
    if (isForOther) {
      handOver(answer);
      window.close();
      return;
    }
    call(companySignIn.finish, { body: answer })
      .then(({ data }) => nextOf(data))
      .then((next) => ('data' in next ? welcome(next.data, remember, router.history) : setAsked(next)))
      .catch((error) => onFailed(sentenceOf(error, t)));
  }, [answer, isForOther, onFailed, remember, router, t]);
  if (asked) {
    return (
      <asked.Page
        token={asked.token}
        onSignedIn={(data) => welcome(data, remember, router.history)}
        onBack={() => router.history.replace(loginPath)}
      />
    );
  }
  return (
    <AuthCard title={t('company.title')} text={t(isForOther ? 'company.proven' : 'company.wait')}>
      {isForOther ? (
        <Button variant="default" onClick={() => window.close()}>
          {t('common:close')}
        </Button>
      ) : (
        <Loader role="status" aria-label={t('company.wait')} />
      )}
    </AuthCard>
  );
}
