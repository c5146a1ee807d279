import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentType, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from './link.tsx';
import type { Path } from './path.ts';
import { PopupMenu, usePopup } from './popup.tsx';

export interface RowAction {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  /** An action, a screen, or an external URL opened in a new tab. */
  onClick?: () => void;
  to?: Path;
  external?: string;
  danger?: boolean;
  disabled?: boolean;
}

interface RowMenuProps {
  name: string;
  /** Called when the menu opens. */
  actions: () => readonly RowAction[];
}

/** The action menu of a table row. */
export function RowMenu({ name, actions }: RowMenuProps) {
  const { t } = useTranslation('common');
  const { popup, button } = usePopup('menu');
  return (
    <>
      <ActionIcon
        {...button}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('table.actionsFor', { name })}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      <PopupMenu popup={popup} withInitialFocusPlaceholder={false} portalProps={{ target: 'main' }}>
        <Entries actions={actions} button={popup.target} />
      </PopupMenu>
    </>
  );
}

/** The menu's items, rendered only while it is open. */
function Entries({
  actions,
  button,
}: Pick<RowMenuProps, 'actions'> & { button: RefObject<HTMLElement | null> }) {
  return actions().map(({ label, icon: Icon, onClick, to, external, danger, disabled }) => {
    const common = {
      leftSection: Icon ? <Icon size={16} aria-hidden /> : undefined,
      disabled: disabled ?? false,
      ...(danger ? { color: 'red' } : {}),
    };
    if (external) {
      return (
        <Menu.Item
          key={label}
          {...common}
          component="a"
          href={external}
          target="_blank"
          rel="noopener noreferrer"
        >
          {label}
        </Menu.Item>
      );
    }
    return to ? (
      <Menu.Item key={label} {...common} component={Link} to={to}>
        {label}
      </Menu.Item>
    ) : (
      <Menu.Item
        key={label}
        {...common}
        onClick={() => {
          // What opens now gives the focus back to where it was: to the button that stays, not to this entry.
          button.current?.focus();
          onClick?.();
        }}
      >
        {label}
      </Menu.Item>
    );
  });
}
