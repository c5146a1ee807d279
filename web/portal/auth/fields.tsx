import { isCommonPassword } from '@daftar/contract/passwords';
import type { PasswordInputProps } from '@mantine/core';
import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../ui/form.tsx';
import { SecretInput } from '../../ui/secret-input.tsx';
import classes from './fields.module.css';

/** A password that can be shown, by keyboard too. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('auth');
  return <SecretInput size="md" {...props} show={t('showPassword')} />;
}

const CRITERIA = [
  { key: 'length', test: (password: string) => password.length >= 8 },
  { key: 'lower', test: (password: string) => /[a-z]/.test(password) },
  { key: 'upper', test: (password: string) => /[A-Z]/.test(password) },
  { key: 'digit', test: (password: string) => /\d/.test(password) },
  { key: 'symbol', test: (password: string) => /[@$!%*?&]/.test(password) },
  { key: 'only', test: (password: string) => /^[A-Za-z\d@$!%*?&]+$/.test(password) },
] as const;

/** The rules of a new password, ticked off while typing, with a warning about common passwords that satisfy them. */
export function PasswordCriteria({ password }: { password: string }) {
  const { t } = useTranslation(['auth', 'messages']);
  const isEasy = CRITERIA.every(({ test }) => test(password)) && isCommonPassword(password);
  return (
    <>
      <ul className={classes.criteria} aria-label={t('criteria.label')}>
        {CRITERIA.map(({ key, test }) => {
          const met = test(password);
          const Icon = met ? IconCheck : IconPointFilled;
          return (
            <li key={key} data-met={met || undefined}>
              <Icon size={16} role="img" aria-label={t(met ? 'criteria.met' : 'criteria.unmet')} />
              {t(`criteria.${key}`)}
            </li>
          );
        })}
      </ul>
      <p className={classes.advice} role="status">
        {isEasy && t('messages:PasswordCommon')}
      </p>
    </>
  );
}

interface NewPasswordForm {
  form: ContractForm<{ password: string; password_confirmation: string }>;
}

/** A new password, its rules, and the password once more. */
export function NewPasswordFields({ form }: NewPasswordForm) {
  const { t } = useTranslation('auth');
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={t('newPassword')}
        autoComplete="new-password"
        autoFocus
      />
      <PasswordCriteria password={form.values.password} />
      <PasswordField
        {...form.field('password_confirmation')}
        label={t('confirmPassword')}
        autoComplete="new-password"
      />
    </>
  );
}
