import { BRAND_FOOTER_MAXIMUM, type Brand, BrandForm, type BrandShown } from '@daftar/contract/brand';
import { FILE_MAXIMUM_BYTES, PHOTO_FILES } from '@daftar/contract/files';
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { StoredUpload } from '../../../ui/stored-upload.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { formatMegabytes } from '../../../ui/upload-rules.ts';
import { readPicture, uploadCover, useBrand, useBusinessInfo, useSaveBrand } from '../api.ts';
import classes from '../components/brand.module.css';
import { BrandPreview } from '../components/brand-preview.tsx';
import { ColourField } from '../components/colour-field.tsx';
import { DomainSection } from '../components/domain.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Logo } from '../components/logo.tsx';
import parts from '../components/parts.module.css';

const OURS: Brand = { colour: '', coverPath: '', footerEn: '', footerAr: '' };

/** How payment pages, invoices, store and e-mails look to customers, with a preview of what is not saved yet. */
export function BrandTab() {
  return <Loaded query={useBrand()}>{(brand) => <BrandSettings brand={brand} />}</Loaded>;
}

function BrandSettings({ brand: { logoUrl: _, coverUrl: __, ...brand } }: { brand: BrandShown }) {
  const { t } = useTranslation(['account', 'common']);
  const locale = useLocale();
  const info = useBusinessInfo().data?.data;
  const { send } = useSaveBrand();
  const form = useContractForm(BrandForm, {
    initialValues: brand,
    submit: async (values) => {
      notify.success((await send({ body: values })).message);
      form.resetTo(values);
    },
  });
  useUnsavedGuard(form.isDirty);
  const { values } = form;
  return (
    <div className={classes.columns}>
      <div className={parts.stack}>
        <p className={parts.help}>{t('look.help')}</p>
        {info ? (
          <Section title={t('logo.title')}>
            <Logo path={info.businessLogo} name={info.merchantName} />
          </Section>
        ) : null}
        <Section title={t('look.title')}>
          <Form form={form} className={parts.form}>
            <ColourField
              {...form.field('colour')}
              value={values.colour}
              onPick={(colour) => form.set('colour', colour)}
            />
            <StoredUpload
              label={t('look.cover')}
              description={t('look.coverHelp', { megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale) })}
              value={values.coverPath}
              onChange={(path) => form.set('coverPath', path)}
              error={form.errors.coverPath}
              rule={PHOTO_FILES}
              maximumBytes={FILE_MAXIMUM_BYTES}
              upload={uploadCover}
              read={readPicture}
            />
            <Textarea
              {...form.field('footerEn')}
              label={t('look.footerEn')}
              description={t('look.footerHelp', {
                count: BRAND_FOOTER_MAXIMUM,
                number: formatNumber(BRAND_FOOTER_MAXIMUM, locale),
              })}
              lang="en"
              dir="ltr"
              autosize
              minRows={2}
              maxRows={6}
            />
            <Textarea
              {...form.field('footerAr')}
              label={t('look.footerAr')}
              lang="ar"
              dir="rtl"
              autosize
              minRows={2}
              maxRows={6}
            />
            <div className={parts.buttons}>
              <SubmitButton form={form}>{t('common:save')}</SubmitButton>
              <Button
                variant="default"
                disabled={Object.values(values).every((value) => value === '')}
                onClick={() => form.setAll(OURS)}
              >
                {t('look.reset')}
              </Button>
            </div>
          </Form>
        </Section>
      </div>
      <BrandPreview brand={values} />
      <DomainSection />
    </div>
  );
}
