import type { ReactNode } from 'react';
import classes from './authenticator-secret.module.css';
import { CopyButton } from './copy-button.tsx';
import { QrCode } from './qr-code.tsx';

interface AuthenticatorSecretProps {
  /** In base 32. */
  secret: string;
  /** The `otpauth:` address that the picture carries. */
  uri: string;
  /** What the picture is, for who cannot see it. */
  picture: string;
  /** What the button beside the letters does. */
  copy: string;
  children?: ReactNode;
}

/** The secret of an authenticator as a picture to scan, and as letters to type. */
export function AuthenticatorSecret({ secret, uri, picture, copy, children }: AuthenticatorSecretProps) {
  return (
    <div className={classes.qr}>
      <QrCode value={uri} label={picture} />
      <div className={classes.secret}>
        <bdi dir="ltr">{secret.match(/.{1,4}/g)?.join(' ')}</bdi>
        <CopyButton value={secret} label={copy} />
      </div>
      {children}
    </div>
  );
}
