import { LANGUAGE } from '@daftar/contract/payables';
import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { saveFile } from '../../ui/download.ts';
import { formatMoney } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { qrImage, qrPoster } from '../../ui/qr-image.ts';
import { ShareButtons } from '../../ui/share-buttons.tsx';
import { useMerchant } from '../shared/merchant.ts';
import classes from './share-panel.module.css';
import { SiteCode } from './site-code.tsx';
import { useShareText } from './use-share-text.ts';

export interface Shareable {
  link: string;
  invoice_name: string;
  total_amount: number;
  currency: { code: string };
  language: number;
  /** The payer decides what they pay. */
  decided?: boolean;
  /** Part of the picture's file name; unknown right after creation. */
  reference?: string;
  /** The payer's number, for WhatsApp; without one, WhatsApp asks. */
  phone?: string;
}

/** Shares an address: copy, WhatsApp, the device's own sharing, QR code on screen or as a picture. */
export function SharePanel({ link }: { link: Shareable }) {
  const { t } = useTranslation(['payables', 'common']);
  const shareText = useShareText();
  const merchant = useMerchant()?.business_name ?? '';
  const download = () =>
    qrImage(link.link).then(
      (picture) => saveFile(picture, `${link.reference ?? 'payment'}-qr.png`),
      () => notify.error(t('common:error.unknown')),
    );
  const language = link.language === LANGUAGE.arabic ? 'ar' : 'en';
  const poster = () =>
    qrPoster(link.link, {
      lines: [
        merchant,
        link.invoice_name,
        ...(link.decided ? [] : [formatMoney(link.total_amount, link.currency.code, language)]),
      ],
      below: t(`share.scan.${language}`),
      language,
    }).then(
      (picture) => saveFile(picture, `${link.reference ?? 'payment'}-poster.png`),
      () => notify.error(t('common:error.unknown')),
    );
  return (
    <div className={classes.panel}>
      <div className={classes.ways}>
        <div className={classes.address}>
          <bdi dir="ltr" className={classes.url}>
            {link.link}
          </bdi>
          <CopyButton value={link.link} label={t('common:copyLink')} wide variant="filled" />
        </div>
        <div className={classes.others}>
          <ShareButtons
            url={link.link}
            text={shareText(link)}
            title={link.invoice_name}
            {...(link.phone ? { phone: link.phone } : {})}
          />
          <SiteCode link={link.link} language={language} />
        </div>
      </div>
      <figure className={classes.qr}>
        <QrCode value={link.link} label={t('share.qr')} size={148} />
        <figcaption className={classes.pictures}>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download()}
          >
            {t('share.download')}
          </Button>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => void poster()}
          >
            {t('share.poster')}
          </Button>
        </figcaption>
      </figure>
    </div>
  );
}
