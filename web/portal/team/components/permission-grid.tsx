import { isPermission } from '@daftar/contract/permissions';
import type { PermissionGroupChoice } from '@daftar/contract/team';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../shared/permissions.ts';
import { shareOf, toggled } from '../form-values.ts';
import classes from './role-modal.module.css';

interface PermissionGridProps {
  groups: readonly PermissionGroupChoice[];
  /** Ids. */
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

/** Every permission by group, with All for each group. Permissions that the caller lacks cannot be granted. */
export function PermissionGrid({ groups, chosen, onChange }: PermissionGridProps) {
  const { t } = useTranslation('team');
  const can = useCan();
  const mayGive = (name: string) => isPermission(name) && can(name);
  const lacksSome = groups.some(({ permissions }) => permissions.some(({ name }) => !mayGive(name)));
  return (
    <div className={classes.groups}>
      <div>
        <p className={classes.legend}>{t('role.permissions')}</p>
        {lacksSome && <p className={classes.help}>{t('role.onlyYours')}</p>}
      </div>
      {groups.map(({ name, label, permissions }) => {
        const mine = permissions.filter((each) => mayGive(each.name)).map(({ id }) => id);
        const share = shareOf(chosen, mine);
        return (
          <fieldset key={name} className={classes.group} aria-label={label}>
            <div className={classes.groupHead}>
              <span className={classes.groupName}>{label}</span>
              <Checkbox
                label={t('role.all')}
                aria-label={t('role.allOf', { group: label })}
                checked={share === 'all'}
                indeterminate={share === 'some'}
                disabled={mine.length === 0}
                onChange={() => onChange(toggled(chosen, mine, share !== 'all'))}
              />
            </div>
            <div className={classes.permissions}>
              {permissions.map((each) => (
                <Checkbox
                  key={each.id}
                  label={each.label}
                  checked={chosen.includes(each.id)}
                  disabled={!mayGive(each.name)}
                  onChange={(event) => onChange(toggled(chosen, [each.id], event.currentTarget.checked))}
                />
              ))}
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}
