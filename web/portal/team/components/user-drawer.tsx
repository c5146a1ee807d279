import { type BusinessUser, UserForm } from '@daftar/contract/team';
import { Button, Drawer, NativeSelect, TextInput } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../shared/notify.ts';
import { useRoles, useSaveUser } from '../api.ts';
import { EMPTY_USER, payloadOf, type UserValues, valuesOf } from '../form-values.ts';
import classes from './user-drawer.module.css';

interface UserDrawerProps {
  /** Null to invite somebody. */
  user: BusinessUser | null;
  opened: boolean;
  onClose: () => void;
}

/** The side panel in which somebody is invited or changed. */
export function UserDrawer({ user, opened, onClose }: UserDrawerProps) {
  const { t } = useTranslation(['team', 'common']);
  const isDirty = useRef(() => false);
  const leave = async () => {
    const mayLeave =
      !isDirty.current() ||
      (await confirm({
        title: t('common:unsaved.title'),
        text: t('user.leave'),
        confirm: t('common:unsaved.leave'),
        cancel: t('common:unsaved.stay'),
        danger: true,
      }));
    if (mayLeave) onClose();
  };
  return (
    <Drawer
      opened={opened}
      onClose={() => void leave()}
      position="right"
      size="min(28rem, 100vw)"
      title={user ? t('user.edit') : t('user.add')}
      closeButtonProps={{ 'aria-label': t('common:close'), size: 40 }}
      classNames={{ title: classes.title ?? '' }}
    >
      <UserFields user={user} isDirty={isDirty} onDone={onClose} onCancel={() => void leave()} />
    </Drawer>
  );
}

interface UserFieldsProps {
  user: BusinessUser | null;
  isDirty: RefObject<() => boolean>;
  onDone: () => void;
  onCancel: () => void;
}

function UserFields({ user, isDirty, onDone, onCancel }: UserFieldsProps) {
  const { t } = useTranslation(['team', 'common']);
  const { mutateAsync } = useSaveUser(user?.id ?? null);
  const roles = useRoles().data?.data ?? [];
  const form = useContractForm<UserValues>(UserForm, {
    initialValues: user ? valuesOf(user) : EMPTY_USER,
    toInput: payloadOf,
    submit: async (values, { idempotencyKey }) => {
      notify.success(await mutateAsync({ body: payloadOf(values), idempotencyKey }));
      onDone();
    },
  });
  isDirty.current = form.isDirty;
  const choices = roles.filter(({ assignable, id }) => assignable || id === user?.role_id);
  return (
    <Form form={form} className={classes.form}>
      {!user && <p className={classes.lead}>{t('user.addText')}</p>}
      <TextInput
        {...form.field('first_name')}
        label={t('field.firstName')}
        autoComplete="off"
        classNames={{ input: classes.plain ?? '' }}
        data-autofocus
      />
      <TextInput
        {...form.field('last_name')}
        label={t('field.lastName')}
        autoComplete="off"
        classNames={{ input: classes.plain ?? '' }}
      />
      <TextInput
        {...form.field('email')}
        label={t('field.email')}
        description={t('field.emailHelp')}
        type="email"
        inputMode="email"
        autoComplete="off"
        classNames={{ input: classes.ltr ?? '' }}
      />
      <TextInput
        {...form.field('mobile')}
        label={t('field.mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        leftSection={<bdi className={classes.prefix}>+20</bdi>}
        leftSectionWidth={52}
        dir="ltr"
        labelProps={{ dir: 'auto' }}
      />
      <NativeSelect
        {...form.field('role_id')}
        label={t('field.role')}
        data={[
          { value: '', label: t('field.chooseRole'), disabled: true },
          ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{user ? t('common:save') : t('user.invite')}</SubmitButton>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </Form>
  );
}
