import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { COLOR_SCHEMES } from '../../shared/color-schemes.ts';
import { setLocale, useLocale } from '../../shared/locale.ts';

/** Language and appearance. */
export function Tools() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = COLOR_SCHEMES.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('language.switch')}
        title={t('language.other')}
        onClick={() => void setLocale(locale === 'ar' ? 'en' : 'ar')}
      >
        <IconLanguage size={18} aria-hidden />
      </ActionIcon>
      <Menu position="top-start">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('scheme.label')}>
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {COLOR_SCHEMES.map(({ value, icon: Each }) => (
            <Menu.Item
              key={value}
              leftSection={<Each size={16} aria-hidden />}
              onClick={() => setColorScheme(value)}
              aria-current={value === colorScheme ? 'true' : undefined}
            >
              {t(`scheme.${value}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
