import { type StoreSettings, StoreSettingsForm } from '@daftar/contract/account-business';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useSaveStoreSettings, useStoreSettings } from '../api.ts';
import { Loaded } from '../components/loaded.tsx';
import classes from '../components/parts.module.css';

const SOCIAL = ['facebook', 'instagram', 'twitter', 'linkedin'] as const;

/** The store's address and contact data. */
export function StoreTab() {
  return <Loaded query={useStoreSettings()}>{(settings) => <StoreForm settings={settings} />}</Loaded>;
}

function StoreForm({ settings }: { settings: StoreSettings }) {
  const { t } = useTranslation(['account', 'common']);
  const { storeName: _, ...initialValues } = settings;
  const { send } = useSaveStoreSettings();
  const form = useContractForm(StoreSettingsForm, {
    initialValues,
    toInput: ({ storeSlug, ...values }) => ({ ...values, ...(storeSlug === '' ? {} : { storeSlug }) }),
    submit: async (values) => {
      const { storeSlug, ...rest } = values;
      const body = { ...rest, ...(storeSlug === '' ? {} : { storeSlug }) };
      notify.success((await send({ body: body })).message);
    },
  });
  useUnsavedGuard(form.isDirty);
  const code = { autoComplete: 'off', classNames: { input: classes.ltr ?? '' } };
  return (
    <Form form={form} className={classes.stack}>
      <Section title={t('store.contact')}>
        <div className={classes.form}>
          <TextInput
            {...form.field('storeSlug')}
            {...code}
            label={t('store.slug')}
            description={
              <bdi dir="ltr">
                {window.location.origin}/store/{form.values.storeSlug}
              </bdi>
            }
          />
          <div className={classes.pair}>
            <TextInput
              {...form.field('storeContact')}
              {...code}
              label={t('field.phone')}
              type="tel"
              inputMode="tel"
              withAsterisk
            />
            <TextInput
              {...form.field('storeEmail')}
              {...code}
              label={t('field.email')}
              type="email"
              inputMode="email"
              withAsterisk
            />
          </div>
          <TextInput
            {...form.field('storeAddress')}
            label={t('field.address')}
            withAsterisk
            classNames={{ input: classes.plain ?? '' }}
          />
        </div>
      </Section>
      <Section title={t('store.social')}>
        <div className={classes.form}>
          {SOCIAL.map((name) => (
            <TextInput
              key={name}
              {...form.field(name)}
              {...code}
              label={t(`store.${name}`)}
              type="url"
              inputMode="url"
              placeholder="https://"
            />
          ))}
          <div className={classes.buttons}>
            <SubmitButton form={form}>{t('common:save')}</SubmitButton>
          </div>
        </div>
      </Section>
    </Form>
  );
}
