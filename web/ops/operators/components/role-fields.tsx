import {
  OperatorRoleForm,
  type OperatorRoleRow,
  OperatorRoleUpdateForm,
} from '@daftar/contract/ops-operators';
import { OPERATOR_PERMISSIONS, type OperatorPermission } from '@daftar/contract/ops-roles';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useOperator } from '../../shared/operator.ts';
import { OwnPasswordInput } from '../../shared/own-password-input.tsx';
import { saveRole } from '../api.ts';
import classes from '../operators.module.css';
import { usePowerName } from './power-name.ts';

interface Values extends Record<string, unknown> {
  name_en: string;
  name_ar: string;
  permissions: OperatorPermission[];
  reads: OperatorPermission[];
  current_password: string;
}
type Level = 'none' | 'sees' | 'may';
const LEVELS: readonly Level[] = ['none', 'sees', 'may'];

/** A role's names and, for each permission that the caller holds, how far it goes. */
export function RoleFields({ role, onDone }: { role: OperatorRoleRow | null; onDone: () => void }) {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const power = usePowerName();
  const own = useOperator();
  const form = useContractForm<Values>(role ? OperatorRoleUpdateForm : OperatorRoleForm, {
    initialValues: {
      name_en: role?.name?.en ?? '',
      name_ar: role?.name?.ar ?? '',
      permissions: role?.permissions ?? [],
      reads: role?.reads ?? [],
      current_password: '',
    },
    submit: async ({ current_password, ...values }) => {
      const { message } = await saveRole(
        role?.id ?? null,
        role?.id ? { ...values, current_password } : values,
      );
      notify.success(message);
      onDone();
    },
  });
  const { permissions, reads } = form.values;
  const levelOf = (name: OperatorPermission): Level =>
    permissions.includes(name) ? 'may' : reads.includes(name) ? 'sees' : 'none';
  const change = (name: OperatorPermission, level: string) => {
    const without = (names: readonly OperatorPermission[]) => names.filter((each) => each !== name);
    form.setAll({
      permissions: level === 'may' ? [...without(permissions), name] : without(permissions),
      reads: level === 'none' ? without(reads) : [...without(reads), name],
    });
  };
  const holds = (name: OperatorPermission, level: Level) =>
    level === 'none' || (level === 'sees' ? own?.reads : own?.permissions)?.includes(name) === true;
  return (
    <Form form={form} className={classes.form}>
      <TextInput {...form.field('name_en')} withAsterisk label={t('nameEn')} dir="ltr" lang="en" />
      <TextInput {...form.field('name_ar')} withAsterisk label={t('nameAr')} dir="rtl" lang="ar" />
      <p className={classes.quiet}>{t('powersHelp')}</p>
      {OPERATOR_PERMISSIONS.filter((name) => holds(name, 'sees')).map((name) => (
        <NativeSelect
          key={name}
          label={power(name)}
          value={levelOf(name)}
          data={LEVELS.filter((level) => holds(name, level)).map((level) => ({
            value: level,
            label: t(`level.${level}`),
          }))}
          onChange={(event) => change(name, event.currentTarget.value)}
        />
      ))}
      {role && <OwnPasswordInput {...form.field('current_password')} description={t('ownPasswordHelp')} />}
      <div>
        <SubmitButton form={form}>{t('saveRole')}</SubmitButton>
      </div>
    </Form>
  );
}
