import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  startTransition,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useLazyMount, useOpenedAfterDraw } from './lazy-mount.ts';

interface Popup {
  id: string;
  opened: boolean;
  /** True once the button was hovered, focused or pressed. */
  shouldMount: boolean;
  change: (opened: boolean) => void;
  target: RefObject<HTMLButtonElement | null>;
}

/**
 * Controls a menu or panel that is mounted on the first hover, focus or press of its button: a list has one in each row,
 * and most are never opened. The button is rendered beside it, so it stays the same element and keeps the focus.
 * @returns props for the button, and `popup` for `PopupMenu` or `PopupPanel`.
 */
export function usePopup(kind: 'menu' | 'dialog', onOpen?: () => void) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [pressed, setPressed] = useState(false);
  const [opened, setOpened] = useState(false);
  const [shouldMount, mount] = useLazyMount(pressed);
  const change = (next: boolean) => {
    setPressed(next);
    if (!next) return setOpened(false);
    onOpen?.();
    // The button responds at once; the popup renders after it.
    startTransition(() => setOpened(true));
  };
  const popup: Popup = { id, opened, shouldMount, change, target };
  const button = {
    ref: target,
    id,
    'aria-haspopup': kind,
    'aria-expanded': pressed,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    'data-expanded': pressed || undefined,
    onPointerEnter: mount,
    onFocus: mount,
    onClick: () => change(!pressed),
  } as const;
  return { popup, button };
}

/** Gives Mantine the button as its target without rendering it again. */
function StandIn({ target, ref }: { target: Popup['target']; ref?: Ref<HTMLButtonElement | null> }) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => target.current, [
    target,
  ]);
  return null;
}

interface MenuParts extends Omit<MenuProps, 'opened' | 'onChange' | 'id'> {
  popup: Popup;
  /** Menu items, rendered only while open. */
  children: ReactNode;
}

/** A lazily mounted menu of a button. */
export function PopupMenu({ popup, ...rest }: MenuParts) {
  return popup.shouldMount && <MountedMenu popup={popup} {...rest} />;
}

function MountedMenu({ popup, children, ...rest }: MenuParts) {
  const opened = useOpenedAfterDraw(popup.opened);
  return (
    <Menu {...rest} id={popup.id} opened={opened} onChange={popup.change}>
      <Menu.Target>
        <StandIn target={popup.target} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface PanelParts extends Omit<PopoverProps, 'opened' | 'onChange' | 'id'> {
  popup: Popup;
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A lazily mounted panel of a button. */
export function PopupPanel({ popup, ...rest }: PanelParts) {
  return popup.shouldMount && <MountedPanel popup={popup} {...rest} />;
}

function MountedPanel({ popup, label, className, children, ...rest }: PanelParts) {
  const opened = useOpenedAfterDraw(popup.opened);
  return (
    <Popover {...rest} id={popup.id} opened={opened} onChange={popup.change}>
      <Popover.Target>
        <StandIn target={popup.target} />
      </Popover.Target>
      <Popover.Dropdown className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
