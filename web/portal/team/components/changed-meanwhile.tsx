import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../ui/locale.ts';
import type { PermissionGrid } from './permission-grid.tsx';
import classes from './role-modal.module.css';

/** A role as somebody read it. */
export interface Seen {
  name_ar: string;
  name_en: string;
  permissions: number[];
}

interface ChangedMeanwhileProps {
  before: Seen;
  now: Seen;
  groups: Parameters<typeof PermissionGrid>[0]['groups'];
}

/** Shows what somebody else saved of a role while it was edited here. */
export function ChangedMeanwhile({ before, now, groups }: ChangedMeanwhileProps) {
  const { t } = useTranslation('team');
  const nameIn = (role: Seen, locale: 'en' | 'ar') => (locale === 'ar' ? role.name_ar : role.name_en);
  const locale = useLocale();
  const all = groups.flatMap((group) => group.permissions);
  const beyond = (one: Seen, other: Seen) =>
    all.filter(({ id }) => one.permissions.includes(id) && !other.permissions.includes(id));
  const changes = [
    { label: t('role.changedMore'), list: beyond(now, before) },
    { label: t('role.changedLess'), list: beyond(before, now) },
  ];
  const name = nameIn(now, locale);
  return (
    <div role="alert" className={classes.changed}>
      <p>{t('role.changed')}</p>
      {name !== nameIn(before, locale) && <p>{t('role.changedName', { name })}</p>}
      {changes
        .filter(({ list }) => list.length > 0)
        .map(({ label, list }) => (
          <p key={label}>
            {label}: {list.map((each) => each.label).join(locale === 'ar' ? '، ' : ', ')}
          </p>
        ))}
    </div>
  );
}
