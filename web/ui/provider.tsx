import './styles/base.css';
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from './locale.ts';
import { cssVariables, theme } from './theme.ts';

/** Fetched when there is something to say. */
const Toasts = lazy(() => import('./toasts.tsx'));

/** The nonce of this page's content security policy; what injects style elements must carry it. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';
}

/** Keeps the library's direction in step with the language. */
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
  const needed = useRef(false);
  needed.current ||= notifications.length > 0;
  return needed.current ? (
    <Suspense>
      <Toasts position={position} />
    </Suspense>
  ) : null;
}

/** Theme, direction and toasts: the outermost element of an application. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider>
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
