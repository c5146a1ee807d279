import type { AttemptView, PayableView } from '@daftar/contract/checkout';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../pages/icons.tsx';
import { Money } from '../pages/parts.tsx';
import type { Words } from '../pages/text.ts';
import { BRAND_NAMES } from './icons.tsx';

/** The exchange rate in words: 1 USD = 48.7563 EGP. */
export function rateOf(words: Words, currency: string, rate: number): string {
  const sign = (code: string) => words.moneyParts(0, code).currency;
  return words.t('rate', { currency: sign(currency), rate: `${words.number(rate, 4)}\u00a0${sign('EGP')}` });
}

interface FactProps {
  label: ReactNode;
  children: ReactNode;
  strong?: boolean;
  /** Shown while the method with this id is chosen. */
  only?: number;
}

/** One line of a list of facts. */
export function Fact({ label, children, strong, only }: FactProps) {
  const names = ['fact', strong ? 'strong' : '', only ? `only only-${only}` : ''];
  return (
    <div className={names.filter(Boolean).join(' ')}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The large mark and sentence that state the outcome. */
export function Verdict(props: {
  tone: 'good' | 'bad' | 'calm';
  icon: IconName;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className={`verdict ${props.tone}`}>
      <span className="seal">
        <Icon name={props.icon} size={32} />
      </span>
      <h1>{props.title}</h1>
      {props.children}
    </div>
  );
}

/** What is being paid, in one line above a step. */
export function Strip(props: { words: Words; payable: PayableView; value: number; currency: string }) {
  return (
    <div className="strip">
      <span className="strip-title">
        <bdi>{props.payable.title}</bdi>
      </span>
      <Money words={props.words} value={props.value} currency={props.currency} />
    </div>
  );
}

/** The method of an attempt, with the card's brand and last four digits. */
export function MethodName({ words, attempt }: { words: Words; attempt: AttemptView }) {
  const name = words.t(`method.${attempt.method}`);
  if (!attempt.card) return name;
  const brand = BRAND_NAMES[attempt.card.brand];
  return (
    <>
      {brand ? null : `${name} `}
      <bdi dir="ltr" className="nowrap">
        {brand} •••• {attempt.card.last4}
      </bdi>
    </>
  );
}
