import { isPermission } from '@daftar/contract/permissions';
import { ROLE_TEMPLATES, type RoleTemplate } from '@daftar/contract/role-templates';
import type { PermissionGroupChoice } from '@daftar/contract/team';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../shared/permissions.ts';
import { templateIds } from '../form-values.ts';
import classes from './role-modal.module.css';

const NAMES = Object.keys(ROLE_TEMPLATES) as RoleTemplate[];

interface RoleTemplatesProps {
  groups: readonly PermissionGroupChoice[];
  /** The name typed so far. */
  name: string;
  onChoose: (name: string, permissions: number[]) => void;
}

/** What a new role may begin with: fills in its permissions, and its name unless one was typed. */
export function RoleTemplates({ groups, name, onChoose }: RoleTemplatesProps) {
  const { t } = useTranslation('team');
  const can = useCan();
  const id = useId();
  const mayGive = (permission: string) => isPermission(permission) && can(permission);
  const titles = NAMES.map((each) => t(`template.${each}`));
  const choose = (template: RoleTemplate) => {
    const isOwn = name.trim() !== '' && !titles.includes(name);
    onChoose(isOwn ? name : t(`template.${template}`), templateIds(template, groups, mayGive));
  };
  return (
    <section aria-labelledby={id}>
      <p id={id} className={classes.legend}>
        {t('template.title')}
      </p>
      <ul className={classes.templates}>
        {NAMES.map((each) => (
          <li key={each}>
            <Button variant="default" aria-describedby={`${id}${each}`} onClick={() => choose(each)}>
              {t(`template.${each}`)}
            </Button>
            <p id={`${id}${each}`} className={classes.help}>
              {t(`template.${each}Text`)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
