import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { saveFile } from '../../ui/download.ts';
import { notify } from '../../ui/notify.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { qrImage } from '../../ui/qr-image.ts';
import { ShareButtons } from '../../ui/share-buttons.tsx';
import classes from './share-panel.module.css';
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
  const download = () =>
    qrImage(link.link).then(
      (picture) => saveFile(picture, `${link.reference ?? 'payment'}-qr.png`),
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
        <ShareButtons
          url={link.link}
          text={shareText(link)}
          title={link.invoice_name}
          {...(link.phone ? { phone: link.phone } : {})}
        />
      </div>
      <figure className={classes.qr}>
        <QrCode value={link.link} label={t('share.qr')} size={148} />
        <figcaption>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download()}
          >
            {t('share.download')}
          </Button>
        </figcaption>
      </figure>
    </div>
  );
}
