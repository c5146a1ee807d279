import './styles/base.css';
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from './locale.ts';
import { cssVariables, theme } from './theme.ts';

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
      <Notifications
        key={wanted}
        position={wanted === 'rtl' ? 'bottom-left' : 'bottom-right'}
        limit={4}
        autoClose={3000}
        zIndex={1000}
      />
    </>
  );
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
