import { isMoment } from '@daftar/contract/moment';
import { LANGUAGE } from '@daftar/contract/payment-links';
import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { MomentInput } from '../../ui/moment-input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './form.module.css';
import { FormPart, memoPart, type PartProps } from './form-part.tsx';
import { useFormLookups } from './lookups.ts';
import { endOfDayAfter } from './values.ts';

const QUICK = [
  { key: 'quick.tomorrow', days: 1 },
  { key: 'quick.week', days: 7 },
  { key: 'quick.month', days: 30 },
] as const;

interface TermsPartProps extends PartProps {
  /** A field of the noun's own, beside the language. */
  beside?: ReactNode;
}

/** Language and payment methods. */
export function TermsPart({ form, beside }: TermsPartProps) {
  const { t } = useTranslation('payables');
  return (
    <FormPart title={t('part.terms')}>
      <div className={classes.pair}>
        {beside}
        <LanguageField form={form} />
      </div>
      <MethodsField form={form} />
    </FormPart>
  );
}

const LanguageField = memoPart(['language'], function LanguageField({ form }: PartProps) {
  const { t } = useTranslation(['payables', 'messages']);
  return (
    <NativeSelect
      label={t('field.language')}
      description={t('field.languageHelp')}
      withAsterisk
      value={String(form.values.language)}
      error={form.errors.language}
      onChange={(event) => form.set('language', Number(event.currentTarget.value))}
      data={Object.values(LANGUAGE).map((language) => ({
        value: String(language),
        label: t(`messages:language.${language}`),
      }))}
    />
  );
});

interface DueDateProps extends PartProps {
  /** Explains what happens then. */
  help: string;
  /** There is none. */
  off?: boolean;
  /** A field of the noun's own, below. */
  children?: ReactNode;
}

/** When it is due, typed or chosen, or by a press. */
export function DueDateField({ children, ...props }: DueDateProps) {
  return (
    <div className={classes.due}>
      <DueInput {...props} />
      {children}
    </div>
  );
}

const DueInput = memoPart(
  ['due_date'],
  function DueInput({ form, help, off = false }: Omit<DueDateProps, 'children'>) {
    const { t } = useTranslation('payables');
    const locale = useLocale();
    const [now] = useState(() => Date.now());
    const { due_date: value } = form.values;
    return (
      <>
        <MomentInput
          label={t('field.due')}
          value={off ? '' : value}
          disabled={off}
          onChange={(typed) => form.set('due_date', typed)}
          earliest={new Date(now).toISOString()}
          placeholder={t('field.duePlaceholder')}
          description={
            isMoment(value) && !off
              ? t('field.dueCairo', { date: formatDate(value, locale, 'datetime') })
              : help
          }
          error={off ? undefined : form.errors.due_date}
          required={!off}
        />
        <Group gap="xs">
          {QUICK.map(({ key, days }) => (
            <Button
              key={key}
              variant="default"
              size="xs"
              disabled={off}
              onClick={() => form.set('due_date', endOfDayAfter(Date.now(), days))}
            >
              {t(key)}
            </Button>
          ))}
        </Group>
      </>
    );
  },
);

/** No choice means all methods, and the field says so. */
const MethodsField = memoPart(['payment_methods'], function MethodsField({ form }: PartProps) {
  const { t } = useTranslation('payables');
  const { methods } = useFormLookups();
  const items = methods.data?.data;
  const marked = form.values.payment_methods;
  return (
    <Checkbox.Group
      label={t('field.methods')}
      description={marked.length === 0 ? t('field.methodsAll') : t('field.methodsSome')}
      value={marked.map(String)}
      onChange={(ids) => form.set('payment_methods', ids.map(Number))}
      error={form.errors.payment_methods}
    >
      <div className={classes.choices}>
        {items
          ? items.map(({ id, name }) => <Checkbox key={id} value={String(id)} label={name} />)
          : ['8rem', '6rem', '7rem'].map((width) => <Skeleton key={width} width={width} height="1.25rem" />)}
      </div>
    </Checkbox.Group>
  );
});
