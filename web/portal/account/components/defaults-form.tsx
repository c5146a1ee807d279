import { type DefaultSettings, DefaultSettingsForm } from '@daftar/contract/account-settings';
import { CURRENCIES, PAYMENT_METHODS } from '@daftar/contract/lookups';
import { Checkbox, NativeSelect, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { textKey } from '../../../ui/text-key.ts';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useSaveDefaultSettings } from '../api.ts';
import classes from './parts.module.css';

/** The form's values: the API's names, with choices as text. */
type Values = {
  receiveNotification: boolean;
  language: 'en' | 'ar';
  currency: string;
  defaultPayment: string;
  allowedPaymentMethod: string[];
};

const payloadOf = (values: Values) => ({
  ...values,
  currency: Number(values.currency),
  defaultPayment: values.defaultPayment === '' ? null : Number(values.defaultPayment),
  allowedPaymentMethod: values.allowedPaymentMethod.map(Number),
});

/** The defaults of new links and invoices. */
export function DefaultsForm({ settings }: { settings: DefaultSettings }) {
  const { t } = useTranslation(['account', 'messages']);
  const { send } = useSaveDefaultSettings();
  const form = useContractForm<Values>(DefaultSettingsForm, {
    initialValues: {
      receiveNotification: settings.receiveNotification,
      language: settings.language === 'en' ? 'en' : 'ar',
      currency: String(settings.currency),
      defaultPayment: String(settings.defaultPayment ?? ''),
      allowedPaymentMethod: settings.allowedPaymentMethod.map(({ id }) => String(id)),
    },
    toInput: payloadOf,
    submit: async (values) => {
      notify.success((await send({ body: payloadOf(values) })).message);
    },
  });
  useUnsavedGuard(form.isDirty);
  const { allowedPaymentMethod: allowed, defaultPayment } = form.values;
  const nameOf = (code: string) => t(textKey('messages:paymentMethod.', code));
  return (
    <Form form={form} className={classes.form} label={t('defaults.title')}>
      <p className={classes.help}>{t('defaults.help')}</p>
      <div className={classes.pair}>
        <NativeSelect
          {...form.field('language')}
          label={t('defaults.language')}
          data={[
            { value: 'ar', label: t('messages:language.1') },
            { value: 'en', label: t('messages:language.2') },
          ]}
        />
        <NativeSelect
          {...form.field('currency')}
          label={t('defaults.currency')}
          data={CURRENCIES.map(({ id, code }) => ({
            value: String(id),
            label: t(`messages:currency.${code}`),
          }))}
        />
      </div>
      <Checkbox.Group
        label={t('defaults.methods')}
        description={t('defaults.methodsHelp')}
        value={allowed}
        error={form.errors.allowedPaymentMethod}
        onChange={(chosen) =>
          form.setAll({
            allowedPaymentMethod: chosen,
            ...(chosen.includes(defaultPayment) ? {} : { defaultPayment: '' }),
          })
        }
      >
        <div className={classes.choices}>
          {PAYMENT_METHODS.map(({ id, code }) => (
            <Checkbox key={id} value={String(id)} label={nameOf(code)} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        {...form.field('defaultPayment')}
        label={t('defaults.payment')}
        description={t('defaults.paymentHelp')}
        data={[
          { value: '', label: t('defaults.noPayment') },
          ...PAYMENT_METHODS.filter(({ id }) => allowed.includes(String(id))).map(({ id, code }) => ({
            value: String(id),
            label: nameOf(code),
          })),
        ]}
      />
      <Switch
        {...form.field('receiveNotification', 'checkbox')}
        label={t('defaults.notify')}
        description={t('defaults.notifyHelp')}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('defaults.save')}</SubmitButton>
      </div>
    </Form>
  );
}
