import { Checkbox, Switch, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Optional } from './amount-part.tsx';
import classes from './form.module.css';
import type { PartProps } from './form-context.ts';
import { FormPart } from './form-part.tsx';

export const REQUIRED_FIELDS = ['require_name', 'require_phone', 'require_email', 'require_address'] as const;
export const NOTIFY_FIELDS = ['notify_by_email', 'notify_by_sms'] as const;

/** What the payer must give, how the payer is told, and notes for the team. */
export function PayerPart({ form }: PartProps) {
  const { t } = useTranslation('payment-links');
  return (
    <>
      <FormPart title={t('part.payer')} text={t('part.payerHelp')}>
        <div className={classes.choices}>
          {REQUIRED_FIELDS.map((name) => (
            <Checkbox key={name} {...form.field(name, 'checkbox')} label={t(`field.${name}`)} />
          ))}
        </div>
      </FormPart>
      <FormPart title={t('part.notify')} text={t('part.notifyHelp')}>
        <div className={classes.choices}>
          {NOTIFY_FIELDS.map((name) => (
            <Switch key={name} {...form.field(name, 'checkbox')} label={t(`field.${name}`)} />
          ))}
        </div>
      </FormPart>
      <FormPart title={t('part.notes')}>
        <Textarea
          {...form.field('notes')}
          label={<Optional label={t('field.notes')} />}
          description={t('field.notesHelp')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
        />
      </FormPart>
    </>
  );
}
