import type { StepUp } from '@daftar/contract/step-up';
import { type BusinessUser, UserForm, UserUpdateForm } from '@daftar/contract/team';
import { sameEmail } from '@daftar/contract/text';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { MobileInput } from '../../../ui/mobile-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { stepUpIfAsked } from '../../auth/index.ts';
import { useRoles, useSaveUser } from '../api.ts';
import { EMPTY_USER, namesOf, payloadOf, type UserValues, valuesOf } from '../form-values.ts';
import classes from './user-drawer.module.css';

interface UserDrawerProps {
  /** Null to invite somebody. */
  user: BusinessUser | null;
  /** What was typed as the name before the form was opened. */
  name: string;
  opened: boolean;
  onClose: () => void;
}

/** Invites or edits a person. */
export function UserDrawer({ user, name, opened, onClose }: UserDrawerProps) {
  const { t } = useTranslation(['team', 'common']);
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={user ? t('user.edit') : t('user.add')}
      unsavedText={t('user.leave')}
    >
      <UserFields user={user} name={name} onDone={onClose} />
    </SideDrawer>
  );
}

interface UserFieldsProps {
  user: BusinessUser | null;
  name: string;
  onDone: () => void;
}

function UserFields({ user, name, onDone }: UserFieldsProps) {
  const { t } = useTranslation(['team', 'common']);
  const { send } = useSaveUser(user?.id ?? null);
  const roles = useRoles().data?.data ?? [];
  // Whoever came by the company's directory may have none yet.
  const needsMobile = user?.mobile_number !== '';
  const form = useContractForm<UserValues>(needsMobile ? UserForm : UserUpdateForm, {
    initialValues: user ? valuesOf(user) : { ...EMPTY_USER, ...namesOf(name) },
    toInput: payloadOf,
    submit: async (values, { idempotencyKey }) => {
      const body = payloadOf(values);
      const save = (proof: StepUp) => send({ body: { ...body, ...proof }, idempotencyKey });
      const moves = user !== null && !user.invited && sameEmail(values.email) !== user.email;
      const question = {
        title: t('user.proveTitle'),
        text: t(moves ? 'user.proveText' : 'user.provePower'),
        submit: t('common:save'),
      };
      notify.success((await stepUpIfAsked(question, save)).message);
      onDone();
    },
  });
  const choices = roles.filter(({ assignable, id }) => assignable || id === user?.role_id);
  return (
    <Form form={form} className={classes.form}>
      {!user && <p className={classes.lead}>{t('user.addText')}</p>}
      <TextInput
        {...form.field('first_name')}
        withAsterisk
        label={t('field.firstName')}
        autoComplete="off"
        classNames={{ input: classes.plain ?? '' }}
        data-autofocus
      />
      <TextInput
        {...form.field('last_name')}
        withAsterisk
        label={t('field.lastName')}
        autoComplete="off"
        classNames={{ input: classes.plain ?? '' }}
      />
      <TextInput
        {...form.field('email')}
        withAsterisk
        label={t('field.email')}
        description={t(user && !user.invited ? 'field.emailConfirm' : 'field.emailHelp')}
        type="email"
        inputMode="email"
        autoComplete="off"
        classNames={{ input: classes.ltr ?? '' }}
      />
      {user?.new_email && <p className={classes.lead}>{t('user.newEmail', { email: user.new_email })}</p>}
      <MobileInput
        {...form.field('mobile')}
        withAsterisk={needsMobile}
        label={t('field.mobile')}
        autoComplete="off"
      />
      <NativeSelect
        {...form.field('role_id')}
        withAsterisk
        label={t('field.role')}
        data={[
          { value: '', label: t('field.chooseRole'), disabled: true },
          ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{user ? t('common:save') : t('user.invite')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
