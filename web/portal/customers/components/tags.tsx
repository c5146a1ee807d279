import { TAG_LENGTH, TAGS_OF_CUSTOMER } from '@daftar/contract/customer-page';
import type { Customer } from '@daftar/contract/customers';
import { Pill, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../shared/permissions.ts';
import { useSetTags, useTags } from '../api.ts';
import classes from './tags.module.css';

/** Tags as chips. */
export function TagChips({ tags }: { tags: readonly string[] }) {
  return (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <Pill key={tag} className={classes.tag ?? ''}>
          <bdi>{tag}</bdi>
        </Pill>
      ))}
    </span>
  );
}

/** A customer's tags: chosen from those in use, or new ones; each change is saved at once. */
export function Tags({ customer }: { customer: Customer }) {
  const mayChange = useMay()('update-customer');
  if (!mayChange) return customer.tags.length > 0 && <TagChips tags={customer.tags} />;
  return <ChangeableTags customer={customer} />;
}

function ChangeableTags({ customer: { id, tags } }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  const known = useTags();
  const { run, isPending } = useSetTags();
  // What was chosen, until the customer is read again; then as the merchant spells them.
  const [chosen, setChosen] = useState<string[] | null>(null);
  const change = async (next: string[]) => {
    setChosen(next);
    await run({ params: { id }, body: { tags: next } });
    setChosen(null);
  };
  return (
    <TagsInput
      aria-label={t('tags.label')}
      placeholder={tags.length === 0 ? t('tags.placeholder') : ''}
      data={known.data?.data ?? []}
      value={isPending && chosen ? chosen : tags}
      onChange={(next) => void change(next)}
      maxTags={TAGS_OF_CUSTOMER}
      maxLength={TAG_LENGTH}
      splitChars={[',', '،']}
      acceptValueOnBlur
      comboboxProps={{ shadow: 'md', withinPortal: false }}
      className={classes.field ?? ''}
      classNames={{ pill: classes.tag ?? '', inputField: classes.plain ?? '' }}
    />
  );
}
