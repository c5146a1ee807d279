/** Formats figures and times for documents and messages, with Latin digits in both languages. */
import type { FigureText } from '@daftar/contract/message-params';
import { cairoMoment } from '@daftar/contract/moment';
import { formatPounds } from '@daftar/contract/money';
import type { Locale } from './translate.ts';

/** 123450 → `1,234.50` */
export function groupedAmount(hundredths: number): FigureText<'latin'> {
  const [whole = '', part] = formatPounds(hundredths).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}` as FigureText<'latin'>;
}

/** 1 July 2026 at 1:00 pm in Cairo time; the surrounding sentence names the zone. */
export const momentText = (locale: Locale, moment: Date): FigureText<'latin'> =>
  cairoMoment(locale, moment, 'latin');
