import {
  type BusinessInfo,
  BusinessInfoForm,
  type BusinessInfoFormInput,
} from '@daftar/contract/account-business';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { MobileInput } from '../../../ui/mobile-input.tsx';
import { withoutZero, withZero } from '../../../ui/mobile-typed.ts';
import { notify } from '../../../ui/notify.tsx';
import { textOf } from '../../../ui/text-key.ts';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useBusinessInfo, useSaveBusinessInfo } from '../api.ts';
import { Loaded } from '../components/loaded.tsx';
import { Logo } from '../components/logo.tsx';
import classes from '../components/parts.module.css';

/** The business profile: verified data and contact data. */
export function BusinessTab() {
  return <Loaded query={useBusinessInfo()}>{(info) => <Business info={info} />}</Loaded>;
}

function Business({ info }: { info: BusinessInfo }) {
  const { t } = useTranslation('account');
  const { businessAccountId, businessAccountType, businessAccountMode } = info;
  const isKnownType = ['corporate', 'individual'].includes(businessAccountType);
  return (
    <div className={classes.stack}>
      <Section title={t('business.facts')}>
        <Facts
          facts={[
            { label: t('business.name'), value: <span className={classes.plain}>{info.merchantName}</span> },
            {
              label: t('business.id'),
              value: (
                <span className={classes.copied}>
                  <bdi>{businessAccountId}</bdi>
                  <CopyButton compact value={String(businessAccountId)} label={t('business.copyId')} />
                </span>
              ),
            },
            {
              label: t('business.type'),
              value: isKnownType
                ? textOf(t, 'messages:businessType.', businessAccountType)
                : t('business.type.unknown'),
            },
            {
              label: t('business.mode'),
              value: t(`business.mode.${businessAccountMode === 'Test Mode' ? 'test' : 'live'}`),
            },
          ]}
        />
      </Section>
      <Section title={t('logo.title')}>
        <Logo path={info.businessLogo} name={info.merchantName} />
      </Section>
      <Section title={t('business.contact')}>
        <BusinessForm info={info} />
      </Section>
    </div>
  );
}

const inputOf = (values: BusinessInfoFormInput): BusinessInfoFormInput => ({
  ...values,
  businessPhone: withZero(String(values.businessPhone)),
});

function BusinessForm({ info }: { info: BusinessInfo }) {
  const { t } = useTranslation(['account', 'common']);
  const { businessEmail, businessPhone, businessAddress, businessDescription } = info;
  const { send } = useSaveBusinessInfo();
  const form = useContractForm(BusinessInfoForm, {
    initialValues: {
      businessEmail,
      businessPhone: withoutZero(businessPhone),
      businessAddress,
      businessDescription,
    },
    toInput: inputOf,
    submit: async (values) => {
      notify.success((await send({ body: inputOf(values) })).message);
    },
  });
  useUnsavedGuard(form.isDirty);
  return (
    <Form form={form} className={classes.form}>
      <div className={classes.pair}>
        <TextInput
          {...form.field('businessEmail')}
          withAsterisk
          label={t('field.email')}
          type="email"
          inputMode="email"
          classNames={{ input: classes.ltr ?? '' }}
        />
        <MobileInput {...form.field('businessPhone')} withAsterisk label={t('field.phone')} />
      </div>
      <TextInput
        {...form.field('businessAddress')}
        label={t('field.address')}
        classNames={{ input: classes.plain ?? '' }}
      />
      <Textarea
        {...form.field('businessDescription')}
        label={t('business.description')}
        rows={4}
        classNames={{ input: classes.plain ?? '' }}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
      </div>
    </Form>
  );
}
