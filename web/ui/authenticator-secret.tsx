import type { ReactNode } from 'react';
import classes from './authenticator-secret.module.css';
import { CopyButton } from './copy-button.tsx';
import { QrCode } from './qr-code.tsx';

interface AuthenticatorSecretProps {
  /** Base 32. */
  secret: string;
  /** The `otpauth:` URI encoded in the QR code. */
  uri: string;
  /** Alternative text of the QR code. */
  picture: string;
  /** Label of the copy button. */
  copy: string;
  children?: ReactNode;
}

/** Shows an authenticator's secret as a QR code and as text. */
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
