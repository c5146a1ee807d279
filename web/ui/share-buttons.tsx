import { Button, Group } from '@mantine/core';
import { IconBrandWhatsapp, IconShare2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isAbort } from './errors.ts';
import { notify } from './notify.tsx';

interface ShareButtonsProps {
  url: string;
  /** Message sent with the link, in the payer's language. */
  text: string;
  title: string;
  /** An Egyptian mobile number: WhatsApp opens the chat with it. */
  phone?: string;
}

/** Opens WhatsApp with a message, to an Egyptian mobile number or to a contact the user chooses. */
export const whatsAppAddress = (text: string, url: string, phone = ''): string =>
  `https://wa.me/${/^01\d{9}$/.test(phone) ? `2${phone}` : ''}?text=${encodeURIComponent(`${text} ${url}`)}`;

/** Share by WhatsApp or the device's own share sheet. */
export function ShareButtons({ url, text, title, phone }: ShareButtonsProps) {
  const { t } = useTranslation('common');
  const share = () =>
    navigator.share({ url, text, title }).catch((error: unknown) => {
      if (!isAbort(error)) notify.error(t('share.failed'));
    });
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={whatsAppAddress(text, url, phone)}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
      >
        {t('share.whatsapp')}
      </Button>
      {'share' in navigator && (
        <Button variant="default" leftSection={<IconShare2 size={18} aria-hidden />} onClick={share}>
          {t('share.other')}
        </Button>
      )}
    </Group>
  );
}
