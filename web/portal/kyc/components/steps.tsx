import { FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import type { BusinessType } from '@daftar/contract/kyc';
import { Radio } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../ui/form.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { formatMegabytes } from '../../../ui/upload-rules.ts';
import {
  useAreas,
  useBanks,
  useCategories,
  useCurrencies,
  useGovernorates,
  useServiceTypes,
  useSubCategories,
} from '../api.ts';
import type { Typed } from '../values.ts';
import { ChoiceField, DocumentField, MobileField, TextField } from './fields.tsx';
import classes from './wizard.module.css';

const CHECKLIST = {
  corporate: ['contact', 'cr', 'tax', 'id', 'bank'],
  individual: ['contact', 'id', 'address', 'bank'],
} as const;

/** The first step: the type of business, and the required documents. */
export function TypeStep(props: {
  type: BusinessType | null;
  locked: boolean;
  onChange: (type: BusinessType) => void;
}) {
  const { t } = useTranslation('kyc');
  return (
    <Radio.Group
      value={props.type ?? ''}
      onChange={(value) => props.onChange(value === 'individual' ? 'individual' : 'corporate')}
      label={t('type.label')}
    >
      <div className={classes.types}>
        {(['corporate', 'individual'] as const).map((type) => (
          <Radio.Card key={type} value={type} disabled={props.locked} className={classes.type ?? ''}>
            <span className={classes.typeHead}>
              <Radio.Indicator />
              <strong>{t(`type.${type}`)}</strong>
            </span>
            <span className={classes.quiet}>{t(`type.${type}Text`)}</span>
            <span className={classes.checklist}>
              {CHECKLIST[type].map((item) => (
                <span key={item}>
                  <IconCheck size={16} aria-hidden />
                  {t(`checklist.${item}`)}
                </span>
              ))}
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

type StepProps = { form: ContractForm<Typed> };

/** The second step: contact data and business activity. */
export function ContactStep({ form }: StepProps) {
  const { t } = useTranslation('kyc');
  const { governorateId = '', businessCategoryId = '' } = form.values;
  const currencies = useCurrencies().data?.data.map(({ id, currencyName }) => ({ id, name: currencyName }));
  return (
    <>
      <Part title={t('part.contact')}>
        <MobileField form={form} name="mobileNumber" />
        <TextField form={form} name="email" ltr />
        <ChoiceField
          form={form}
          name="governorateId"
          options={useGovernorates().data?.data}
          onChange={() => form.set('areaId', '')}
        />
        <ChoiceField
          form={form}
          name="areaId"
          options={useAreas(governorateId).data?.data}
          waiting={governorateId === '' && 'governorate'}
        />
        <TextField form={form} name="address" />
        <TextField form={form} name="landMark" />
      </Part>
      <Part title={t('part.business')}>
        <ChoiceField form={form} name="businessServiceTypeId" options={useServiceTypes().data?.data} />
        <ChoiceField form={form} name="currencyId" options={currencies} />
        <ChoiceField
          form={form}
          name="businessCategoryId"
          options={useCategories().data?.data}
          onChange={() => form.set('businessSubCategoryId', '')}
        />
        <ChoiceField
          form={form}
          name="businessSubCategoryId"
          options={useSubCategories(businessCategoryId).data?.data}
          waiting={businessCategoryId === '' && 'category'}
        />
        <TextField form={form} name="description" long />
        <DocumentField form={form} name="logoPath" />
      </Part>
    </>
  );
}

/** The third step: documents of the business and its signatory, and the bank account. */
export function DocumentsStep({ form, type }: StepProps & { type: BusinessType }) {
  const { t } = useTranslation('kyc');
  const locale = useLocale();
  const corporate = type === 'corporate';
  return (
    <>
      <p className={classes.quiet}>
        {t('files', { megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale) })}
      </p>
      <Part title={t(`part.${type}`)}>
        <TextField form={form} name="companyNameEn" ltr />
        <TextField form={form} name="companyNameAr" />
        <TextField form={form} name="companyAddress" />
        <TextField form={form} name="companyWebsite" required={false} ltr />
        {corporate ? (
          <>
            <MobileField form={form} name="companyMobile" />
            <TextField form={form} name="companyEmail" ltr />
            <TextField form={form} name="crNumber" ltr />
            <DocumentField form={form} name="crDocument" />
            <TextField form={form} name="taxIdNumber" ltr />
            <DocumentField form={form} name="taxIdDocument" />
          </>
        ) : (
          <>
            <TextField form={form} name="ownerAddress" />
            <DocumentField form={form} name="ownerAddressProofDocument" />
          </>
        )}
      </Part>
      <Part title={t('part.signatory')}>
        <TextField form={form} name="signatoryName" />
        {corporate && <TextField form={form} name="signatoryPosition" />}
        <DocumentField form={form} name="signatoryIdDocument" />
      </Part>
      <BankPart form={form} />
    </>
  );
}

function BankPart({ form }: StepProps) {
  const { t } = useTranslation('kyc');
  const banks = useBanks().data?.data ?? [];
  const way = form.values.bankWay === 'swift' ? 'swift' : 'iban';
  const code = (form.values[way] ?? '').replace(/\s/g, '').toUpperCase();
  const suggested = banks.find((bank) =>
    way === 'iban'
      ? bank.ibanCode !== '' && code.slice(4, 8) === bank.ibanCode
      : bank.bic !== '' && code.length >= 8 && code.startsWith(bank.bic.slice(0, 8)),
  );
  return (
    <Part title={t('part.bank')}>
      <Radio.Group
        value={way}
        onChange={(value) => form.set('bankWay', value)}
        label={t('bank.way')}
        className={classes.wide ?? ''}
      >
        <div className={classes.ways}>
          <Radio value="iban" label={t('field.iban')} />
          <Radio value="swift" label={t('field.swift')} />
        </div>
      </Radio.Group>
      <TextField key={way} form={form} name={way} ltr />
      <div>
        <TextField form={form} name="bankName" />
        {suggested && form.values.bankName !== suggested.name && (
          <button
            type="button"
            className={classes.suggestion}
            onClick={() => form.set('bankName', suggested.name)}
          >
            {t('bank.suggestion', { bank: suggested.name })}
          </button>
        )}
      </div>
      <TextField form={form} name="branchName" />
      <TextField form={form} name="bankAccountName" />
      <TextField form={form} name="bankAccountNumber" ltr />
      <DocumentField form={form} name="optionalDocument" required={false} />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={classes.partTitle}>{title}</h2>
      <div className={classes.grid}>{children}</div>
    </section>
  );
}
