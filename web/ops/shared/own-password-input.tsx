import type { PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SecretInput } from '../../ui/secret-input.tsx';

/** The operator's own password, which the console asks for again before it gives power or redirects money. */
export function OwnPasswordInput(props: Omit<PasswordInputProps, 'visibilityToggleButtonProps'>) {
  const { t } = useTranslation('ops');
  return (
    <SecretInput
      label={t('ownPassword')}
      {...props}
      withAsterisk
      autoComplete="current-password"
      show={t('signIn.show')}
    />
  );
}
