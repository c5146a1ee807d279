import { Checkbox, Switch, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './form.module.css';
import { FormPart, memoPart, Optional, type PartProps } from './form-part.tsx';
import { NOTIFY_FIELDS, REQUIRED_FIELDS } from './payer-fields.ts';

const PAYER = [...REQUIRED_FIELDS, ...NOTIFY_FIELDS, 'notes'] as const;

interface PayerPartProps extends PartProps {
  notifyHelp: string;
}

/** The payer's required data, notifications, and internal notes. */
export const PayerPart = memoPart(PAYER, function PayerPart({ form, notifyHelp }: PayerPartProps) {
  const { t } = useTranslation('payables');
  return (
    <>
      <FormPart title={t('part.payer')} text={t('part.payerHelp')}>
        <div className={classes.choices}>
          {REQUIRED_FIELDS.map((name) => (
            <Checkbox key={name} {...form.field(name, 'checkbox')} label={t(`field.${name}`)} />
          ))}
        </div>
      </FormPart>
      <FormPart title={t('part.notify')} text={notifyHelp}>
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
});
