import './styles/base.css';
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from './locale.ts';
import { cssVariables, theme } from './theme.ts';
import type ToastsComponent from './toasts.tsx';

/** Loads the toast renderer before the first toast is needed, so that even a lost connection can be reported. */
export const fetchToasts = () => import('./toasts.tsx');

/** The nonce of the page's content security policy, required on injected style elements. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';
}

/** Sets Mantine's direction from the language. */
function FollowLanguage({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const { dir, setDirection } = useDirection();
  const wanted = directionOf(i18n.language);
  useEffect(() => {
    if (dir !== wanted) setDirection(wanted);
  }, [dir, wanted, setDirection]);
  return (
    <>
      {children}
      <ToastsWhenNeeded position={wanted === 'rtl' ? 'bottom-left' : 'bottom-right'} />
    </>
  );
}

function ToastsWhenNeeded({ position }: { position: 'bottom-left' | 'bottom-right' }) {
  const { notifications } = useNotifications();
  const [Toasts, setToasts] = useState<typeof ToastsComponent | null>(null);
  const count = notifications.length;
  useEffect(() => {
    if (count === 0 || Toasts) return;
    fetchToasts().then(
      (module) => setToasts(() => module.default),
      // Tried again with the next toast.
      (error) => console.error(error),
    );
  }, [count, Toasts]);
  return Toasts && <Toasts position={position} />;
}

/** Provides theme, direction and toasts; wraps a whole application. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={cspNonce}
      >
        <FollowLanguage>{children}</FollowLanguage>
      </MantineProvider>
    </DirectionProvider>
  );
}
