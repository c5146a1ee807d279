import { useTranslation } from 'react-i18next';

interface KeyNameProps {
  of: { key_name: string; key_shown: string };
}

/** A key by its name and beginning; the account's own has no name. */
export function KeyName({ of: { key_name: name, key_shown: shown } }: KeyNameProps) {
  const { t } = useTranslation('request-log');
  return (
    <span>
      {name ? <bdi>{name}</bdi> : t('ownKey')} <bdi dir="ltr">{shown}****</bdi>
    </span>
  );
}
