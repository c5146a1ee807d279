import { auth, RegisterForm } from '@daftar/contract/auth';
import { DOC_PAGES } from '@daftar/contract/docs';
import { Anchor, Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../shared/locale.ts';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { useGoTo } from '../../ui/link.tsx';
import { MobileInput } from '../../ui/mobile-input.tsx';
import { withZero } from '../../ui/mobile-typed.ts';
import { loginPath, verifyEmailPath } from '../paths/auth.ts';
import { call } from '../shared/call.ts';
import classes from './fields.module.css';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';

export default function SignUpPage() {
  const { t } = useTranslation('auth');
  const goTo = useGoTo();
  const form = useContractForm(RegisterForm, {
    initialValues: {
      firstName: '',
      lastName: '',
      mobileNumber: '',
      email: '',
      businessName: '',
      tAndC: false,
    },
    toInput: (values) => ({ ...values, mobileNumber: withZero(values.mobileNumber) }),
    submit: async (values) => {
      await call(auth.register, { body: { ...values, mobileNumber: withZero(values.mobileNumber) } });
      await goTo(verifyEmailPath, { state: { email: values.email.trim() } });
    },
  });
  return (
    <AuthCard
      title={t('signUp.title')}
      text={t('signUp.text')}
      foot={
        <>
          {t('signUp.haveAccount')} <GuestLink to={loginPath}>{t('signUp.login')}</GuestLink>
        </>
      }
    >
      <Form form={form} className={classes.form}>
        <div className={classes.pair}>
          <TextInput
            {...form.field('firstName')}
            label={t('signUp.firstName')}
            autoComplete="given-name"
            size="md"
            autoFocus
          />
          <TextInput
            {...form.field('lastName')}
            label={t('signUp.lastName')}
            autoComplete="family-name"
            size="md"
          />
        </div>
        <MobileInput
          {...form.field('mobileNumber')}
          label={t('signUp.mobile')}
          description={t('signUp.mobileHelp')}
          autoComplete="tel"
          size="md"
        />
        <TextInput
          {...form.field('email')}
          label={t('email')}
          type="email"
          autoComplete="email"
          size="md"
          classNames={{ input: classes.ltr }}
        />
        <TextInput
          {...form.field('businessName')}
          label={t('signUp.businessName')}
          autoComplete="organization"
          size="md"
        />
        <Checkbox
          {...form.field('tAndC', 'checkbox')}
          label={t('signUp.terms')}
          description={<LegalLinks />}
        />
        <SubmitButton form={form} size="md" fullWidth>
          {t('signUp.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}

/** Links to the accepted terms, in new tabs so that typed values stay. */
function LegalLinks() {
  const { t } = useTranslation('auth');
  const locale = useLocale();
  return (
    <>
      {(['terms', 'privacy'] as const).map((page) => (
        <Anchor
          key={page}
          href={`${DOC_PAGES[page]}?lang=${locale}`}
          target="_blank"
          rel="noopener noreferrer"
          size="sm"
          me="md"
        >
          {t(`signUp.read.${page}`)}
        </Anchor>
      ))}
    </>
  );
}
