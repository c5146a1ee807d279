import type { StepUp } from '@daftar/contract/step-up';
import { type Role, RoleForm } from '@daftar/contract/team';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ApiError, sentenceOf } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import { stepUpIfAsked } from '../../auth/index.ts';
import { readRole, usePermissionGroups, useRolePermissions, useSaveRole } from '../api.ts';
import { roleNames } from '../role-names.ts';
import { ChangedMeanwhile, type Seen } from './changed-meanwhile.tsx';
import { PermissionGrid } from './permission-grid.tsx';
import classes from './role-modal.module.css';
import { RoleTemplates } from './role-templates.tsx';

/** One name is typed; a template's is sent in both languages. */
const RoleEntry = z.object({
  name: RoleForm.shape.name_en,
  permissions: RoleForm.shape.permissions,
});

interface RoleModalProps {
  /** Null to make a new one. */
  role: Role | null;
  opened: boolean;
  onClose: () => void;
}

/** Edits a role's name and permissions. */
export function RoleModal({ role, opened, onClose }: RoleModalProps) {
  const { t } = useTranslation(['team', 'common']);
  const phone = usePhone();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="52rem"
      fullScreen={phone}
      title={role ? t('role.edit') : t('role.add')}
      unsavedText={t('role.leave')}
      classNames={{ title: classes.title ?? '' }}
    >
      <Loaded role={role} onDone={onClose} />
    </Dialog>
  );
}

/** Waits for the role's current permissions, so that nobody overwrites what they have not seen. */
function Loaded({ role, onDone }: Omit<RoleFieldsProps, 'permissions' | 'groups'>) {
  const { t } = useTranslation('common');
  const groups = usePermissionGroups();
  const held = useRolePermissions(role?.id ?? null);
  const error = groups.error ?? held.error;
  if (error) {
    const retry = () => {
      void groups.refetch();
      if (role) void held.refetch();
    };
    return <ErrorBox error={error} onRetry={retry} />;
  }
  if (!groups.data || (role && (!held.data || held.isFetching))) {
    return (
      <div className={classes.form} role="status" aria-label={t('loading')}>
        {['60%', '100%', '100%', '100%'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars of a skeleton have no other name.
          <Skeleton key={index} width={width} height="2.5rem" />
        ))}
      </div>
    );
  }
  const permissions = held.data?.data.map(({ id }) => id) ?? [];
  return <RoleFields role={role} permissions={permissions} groups={groups.data.data} onDone={onDone} />;
}

interface RoleFieldsProps {
  role: Role | null;
  permissions: number[];
  groups: Parameters<typeof PermissionGrid>[0]['groups'];
  onDone: () => void;
}

function RoleFields({ role, permissions, groups, onDone }: RoleFieldsProps) {
  const { t } = useTranslation(['team', 'common']);
  const { send } = useSaveRole(role?.id ?? null);
  const [seen, setSeen] = useState<Seen | null>(
    role && { name_ar: role.name_ar, name_en: role.name_en, permissions },
  );
  const [before, setBefore] = useState<Seen | null>(null);
  /** Keeps what was typed, and shows what somebody else saved meanwhile. */
  const readAnew = async (id: number) => {
    const now = await readRole(id);
    setBefore(seen);
    setSeen(now);
  };
  const form = useContractForm(RoleEntry, {
    initialValues: { name: role?.name ?? '', permissions },
    submit: async ({ name, permissions }, { idempotencyKey }) => {
      // A role with a name in each language keeps both until it is renamed.
      const kept = role && name === role.name ? role : await roleNames(name);
      const body = {
        name_ar: kept.name_ar,
        name_en: kept.name_en,
        permissions,
        ...(seen ? { was: seen } : {}),
      };
      const question = { title: t('user.proveTitle'), text: t('user.provePower'), submit: t('common:save') };
      const save = (proof: StepUp) => send({ body: { ...body, ...proof }, idempotencyKey });
      notify.success((await stepUpIfAsked(question, save)).message);
      onDone();
    },
    onError: (error) => {
      if (role && error instanceof ApiError && error.status === 409) {
        void readAnew(role.id).catch((failure) => notify.error(sentenceOf(failure, t)));
        return true;
      }
      const [message] = (error instanceof ApiError && error.fieldErrors.name_en) || [];
      if (message) form.setErrors({ name: message });
      return message !== undefined;
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <TextInput
        {...form.field('name')}
        withAsterisk
        label={t('role.name')}
        autoComplete="off"
        data-autofocus
      />
      {!role && (
        <RoleTemplates
          groups={groups}
          name={form.values.name}
          onChoose={(name, permissions) => form.setAll({ name, permissions })}
        />
      )}
      <PermissionGrid
        groups={groups}
        chosen={form.values.permissions}
        onChange={(chosen) => form.set('permissions', chosen)}
      />
      <div className={classes.buttons}>
        {/* Beside the button, which stays in view over the long list. */}
        {before && seen && <ChangedMeanwhile before={before} now={seen} groups={groups} />}
        <SubmitButton form={form}>{role ? t('common:save') : t('role.add')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
