import { LANGUAGE } from '@daftar/contract/payables';
import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './form.module.css';
import { FormPart, memoPart, type PartProps } from './form-part.tsx';
import { useFormLookups } from './lookups.ts';

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
