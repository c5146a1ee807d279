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
import { useOpenedAfterDraw, useWanted } from './opened-after-draw.ts';

interface Popup {
  id: string;
  opened: boolean;
  /** Whether somebody came near its button. */
  wanted: boolean;
  change: (opened: boolean) => void;
  target: RefObject<HTMLButtonElement | null>;
}

/**
 * What opens behind a button and is not there until somebody comes near it: a list has one in each row, and most are
 * never opened. The button is drawn beside it, not in it, so it stays the same element and keeps the focus.
 * @returns the props of the button, and what `PopupMenu` or `PopupPanel` is given.
 */
export function usePopup(kind: 'menu' | 'dialog', onOpen?: () => void) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [pressed, setPressed] = useState(false);
  const [opened, setOpened] = useState(false);
  const [wanted, want] = useWanted(pressed);
  const change = (next: boolean) => {
    setPressed(next);
    if (!next) return setOpened(false);
    onOpen?.();
    // The button answers at once; what opens is drawn after it.
    startTransition(() => setOpened(true));
  };
  const popup: Popup = { id, opened, wanted, change, target };
  const button = {
    ref: target,
    id,
    'aria-haspopup': kind,
    'aria-expanded': pressed,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    'data-expanded': pressed || undefined,
    onPointerEnter: want,
    onFocus: want,
    onClick: () => change(!pressed),
  } as const;
  return { popup, button };
}

/** Tells the library which button it stands behind, in the place of that button. */
function StandIn({ target, ref }: { target: Popup['target']; ref?: Ref<HTMLButtonElement | null> }) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => target.current, [
    target,
  ]);
  return null;
}

interface MenuParts extends Omit<MenuProps, 'opened' | 'onChange' | 'id'> {
  popup: Popup;
  /** Its entries: drawn while it is open. */
  children: ReactNode;
}

/** The menu behind a button. */
export function PopupMenu({ popup, ...rest }: MenuParts) {
  return popup.wanted && <MountedMenu popup={popup} {...rest} />;
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

/** The panel behind a button. */
export function PopupPanel({ popup, ...rest }: PanelParts) {
  return popup.wanted && <MountedPanel popup={popup} {...rest} />;
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
