import type { AuthenticatedMerchant } from '@daftar/contract/auth';
import { ProfileForm } from '@daftar/contract/profile';
import { Button, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { MobileInput } from '../../../ui/mobile-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { PasswordCriteria, PasswordField } from '../../auth/index.ts';
import { toastFieldErrors } from '../../shared/field-toasts.ts';
import { useSaveProfile } from '../api.ts';
import { needsProof, type ProfileValues, payloadOf, valuesOf } from '../form-values.ts';
import { AvatarField } from './avatar-field.tsx';
import classes from './section.module.css';
import { Section } from './section.tsx';

interface ProfileFieldsProps {
  me: AuthenticatedMerchant;
  /** Refetches the profile. */
  reload: () => Promise<{ data?: { data: AuthenticatedMerchant } | undefined }>;
}

/** Names, addresses, password, and whether notifications come by e-mail. */
export function ProfileFields({ me, reload }: ProfileFieldsProps) {
  const { t } = useTranslation(['profile', 'common']);
  const { send } = useSaveProfile();
  const form = useContractForm<ProfileValues>(ProfileForm, {
    initialValues: valuesOf(me),
    toInput: payloadOf,
    rules: (values) =>
      needsProof(values, me) && values.current_password === '' ? { current_password: 'Required' } : {},
    submit: async (values) => {
      notify.success((await send({ body: payloadOf(values) })).message);
      await again();
    },
    onError: toastFieldErrors,
  });
  useUnsavedGuard(form.isDirty);

  /** Resets the form to the stored values. */
  async function again() {
    const fresh = (await reload()).data?.data ?? me;
    form.resetTo(valuesOf(fresh));
  }
  const proves = needsProof(form.values, me);
  return (
    <Section title={t('details.title')}>
      <AvatarField me={me} held={form.values.avatar} onHold={(reference) => form.set('avatar', reference)} />
      <Form form={form} className={classes.form}>
        <div className={classes.pair}>
          <TextInput
            {...form.field('first_name')}
            withAsterisk
            label={t('field.firstName')}
            autoComplete="given-name"
            classNames={{ input: classes.plain ?? '' }}
          />
          <TextInput
            {...form.field('last_name')}
            withAsterisk
            label={t('field.lastName')}
            autoComplete="family-name"
            classNames={{ input: classes.plain ?? '' }}
          />
          <TextInput
            {...form.field('email')}
            withAsterisk
            label={t('field.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            classNames={{ input: classes.ltr ?? '' }}
          />
          <MobileInput
            {...form.field('mobile')}
            withAsterisk
            label={t('field.mobile')}
            autoComplete="tel-national"
          />
          <PasswordField
            {...form.field('password')}
            label={t('field.password')}
            description={t('field.passwordHelp')}
            autoComplete="new-password"
            size="sm"
          />
          <PasswordField
            {...form.field('password_confirmation')}
            label={t('field.confirmation')}
            description={t('field.confirmationHelp')}
            autoComplete="new-password"
            size="sm"
          />
        </div>
        {form.values.password !== '' && <PasswordCriteria password={form.values.password} />}
        {proves && (
          <PasswordField
            {...form.field('current_password')}
            label={t('field.currentPassword')}
            description={t('field.currentPasswordHelp')}
            autoComplete="current-password"
            size="sm"
          />
        )}
        <Switch
          {...form.field('receive_notifications', 'checkbox')}
          label={t('field.notifications')}
          description={t('field.notificationsHelp')}
        />
        <div className={classes.actions}>
          <SubmitButton form={form}>{t('save')}</SubmitButton>
          <Button variant="default" onClick={() => void again()}>
            {t('common:cancel')}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
