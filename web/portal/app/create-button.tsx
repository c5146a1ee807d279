import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '../../ui/link.tsx';
import { PopupMenu, usePopup } from '../../ui/popup.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { askOf, type Creation, useCreations } from '../search/creates.ts';
import { useShortcutState } from '../shared/shortcuts.ts';

/** A button with a menu of what this person may create. */
export const CreateButton = memo(function CreateButton() {
  const { t } = useTranslation('shell');
  const phone = usePhone();
  const creations = useCreations();
  const { isOn } = useShortcutState();
  const { popup, button } = usePopup('menu');
  if (creations.length === 0) return null;
  const props = { ...button, ...(isOn ? { 'aria-keyshortcuts': 'c' } : {}) };
  return (
    <>
      {phone ? (
        <ActionIcon {...props} variant="subtle" color="gray" size={40} aria-label={t('create.label')}>
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          {...props}
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={t('create.label')}
        >
          {t('create.button')}
        </Button>
      )}
      <PopupMenu
        popup={popup}
        position="bottom-end"
        withInitialFocusPlaceholder={false}
        portalProps={{ target: 'main' }}
      >
        {creations.map((each) => (
          <Entry key={each.what} creation={each} />
        ))}
      </PopupMenu>
    </>
  );
});

function Entry({ creation }: { creation: Creation }) {
  const { t } = useTranslation('shell');
  const { what, to, icon: Icon } = creation;
  return (
    <Menu.Item component={Link} to={to} {...askOf(creation)} leftSection={<Icon size={16} aria-hidden />}>
      {t(`create.${what}`)}
    </Menu.Item>
  );
}
