import { KEY_PERMISSIONS } from '@daftar/contract/api-keys';
import { PERMISSION_GROUPS, type Permission } from '@daftar/contract/permissions';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textKey } from '../../../ui/text-key.ts';
import { useCan } from '../../shared/permissions.ts';
import classes from './parts.module.css';

const groups = Object.entries(PERMISSION_GROUPS)
  .map(([name, all]) => ({ name, permissions: all.filter((each) => KEY_PERMISSIONS.includes(each)) }))
  .filter(({ permissions }) => permissions.length > 0);

interface KeyPermissionsProps {
  value: readonly Permission[];
  error: ReactNode;
  onChange: (chosen: Permission[]) => void;
}

/** What a key may do, by group: only what the person may do. */
export function KeyPermissions({ value, error, onChange }: KeyPermissionsProps) {
  const { t } = useTranslation(['account', 'messages']);
  const can = useCan();
  return (
    <Checkbox.Group
      withAsterisk
      label={t('keys.may')}
      description={t('keys.mayHelp')}
      value={[...value]}
      error={error}
      onChange={(chosen) => onChange(chosen as Permission[])}
    >
      <div className={classes.scopes}>
        {groups.map(({ name, permissions }) => (
          <fieldset key={name} className={classes.scopeGroup}>
            <legend>{t(textKey('messages:permissionGroup.', name))}</legend>
            {permissions.map((each) => (
              <Checkbox
                key={each}
                value={each}
                label={t(`messages:permission.${each}`)}
                disabled={!can(each)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
}
