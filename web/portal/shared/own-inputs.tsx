import { MERCHANT_REFERENCE_MAXIMUM, METADATA_KEYS_MAXIMUM } from '@daftar/contract/integration-fields';
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../ui/form.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import classes from './own-inputs.module.css';
import type { OwnReferenceValues, OwnRow, OwnValues } from './own-values.ts';

interface OwnInputsProps {
  form: Pick<ContractForm<OwnValues>, 'values' | 'errors' | 'field' | 'set'>;
}

/** The merchant's own number, and further texts by their keys: fields of any form that has these values. */
export function OwnInputs({ form }: OwnInputsProps) {
  return (
    <>
      <OwnReference form={form as unknown as ContractForm<OwnReferenceValues>} />
      <DataRows form={form} />
    </>
  );
}

/** The merchant's own number alone, and once there is one, whether no other may have it. */
export function OwnReference({ form }: { form: Pick<ContractForm<OwnReferenceValues>, 'values' | 'field'> }) {
  const { t } = useTranslation('common');
  return (
    <>
      <TextInput
        {...form.field('merchant_reference')}
        label={t('own.reference')}
        description={t('own.referenceHelp')}
        maxLength={MERCHANT_REFERENCE_MAXIMUM}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.plain ?? '' }}
      />
      {form.values.merchant_reference.trim() !== '' && (
        <Checkbox
          {...form.field('merchant_reference_unique', 'checkbox')}
          label={t('own.unique')}
          description={t('own.uniqueHelp')}
        />
      )}
    </>
  );
}

function DataRows({ form }: OwnInputsProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { metadata: rows } = form.values;
  const { metadata: wrong } = form.errors;
  const change = (at: number, fields: Partial<OwnRow>) =>
    form.set(
      'metadata',
      rows.map((row, index) => (index === at ? { ...row, ...fields } : row)),
    );
  const add = () => {
    form.set('metadata', [...rows, { key: '', value: '' }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[data-row]:last-of-type input')?.focus(),
    );
  };
  const input = { autoComplete: 'off', error: Boolean(wrong), 'aria-describedby': wrong ? id : undefined };
  return (
    <fieldset className={classes.data}>
      <legend className={classes.legend}>{t('own.data')}</legend>
      <p className={classes.help}>{t('own.dataHelp')}</p>
      <div ref={list} className={classes.rows}>
        {rows.map((row, at) => {
          const number = formatNumber(at + 1, locale);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is what a row is known by.
            <div key={at} className={classes.row} data-row>
              <TextInput
                {...input}
                aria-label={t('own.keyOf', { number })}
                placeholder={t('own.key')}
                value={row.key}
                spellCheck={false}
                onChange={(event) => change(at, { key: event.currentTarget.value })}
                classNames={{ input: classes.plain ?? '' }}
              />
              <TextInput
                {...input}
                aria-label={t('own.valueOf', { number })}
                placeholder={t('own.value')}
                value={row.value}
                onChange={(event) => change(at, { value: event.currentTarget.value })}
                classNames={{ input: classes.plain ?? '' }}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('own.removeRow', { number })}
                onClick={() =>
                  form.set(
                    'metadata',
                    rows.filter((_, index) => index !== at),
                  )
                }
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      {wrong && (
        <p id={id} className={classes.wrong}>
          {wrong}
        </p>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} aria-hidden />}
        disabled={rows.length >= METADATA_KEYS_MAXIMUM}
        onClick={add}
        className={classes.add ?? ''}
      >
        {t('own.addRow')}
      </Button>
    </fieldset>
  );
}
