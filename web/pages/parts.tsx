import type { MerchantView } from '@daftar/contract/checkout';
import type { Words } from './text.ts';

/** An amount with a smaller currency, in the right order in both directions. */
export function Money({ words, value, currency }: { words: Words; value: number; currency: string }) {
  const { amount, currency: label } = words.moneyParts(value, currency);
  return (
    <bdi className="money">
      {amount}
      {'\u00a0'}
      <small>{label}</small>
    </bdi>
  );
}

/** Returns the URL if it is a web address or a path of this site; null otherwise. */
export function safeUrl(url: string | null): string | null {
  if (url === null) return null;
  return /^(https?:\/\/|\/(?!\/))/i.test(url) ? url : null;
}

/** The merchant's logo, or the first letter of its name. */
export function MerchantMark({ merchant }: { merchant: MerchantView }) {
  const logo = safeUrl(merchant.logoUrl);
  if (logo) return <img className="mark" src={logo} alt="" width={48} height={48} />;
  return (
    <span className="mark" aria-hidden="true">
      {[...merchant.name.trim()][0] ?? '·'}
    </span>
  );
}
