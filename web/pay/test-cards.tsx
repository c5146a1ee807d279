import cards from '@daftar/contract/data/test_cards.json' with { type: 'json' };
import type { Words } from '../pages/text.ts';

interface TestCard {
  number: string;
  outcome: string;
}

/** The sandbox's cards: the published list without those that fail before they are sent, plus two of ours. */
const TEST_CARDS: TestCard[] = [
  ...cards.filter((card) => card.luhn && card.outcome === 'success'),
  { number: '5123450000000008', outcome: 'success' },
  { number: '4000000000003220', outcome: 'challenge' },
  ...cards.filter((card) => card.luhn && card.outcome !== 'success'),
];

const grouped = (number: string) =>
  number.length === 15
    ? number.replace(/^(\d{4})(\d{6})(\d{5})$/, '$1 $2 $3')
    : number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** The test cards and their outcomes; the script adds a button that fills one in. */
export function TestCards({ words }: { words: Words }) {
  return (
    <details className="test-cards">
      <summary>{words.t('testCards')}</summary>
      <p className="hint">{words.t('testCards.hint')}</p>
      <ul>
        {TEST_CARDS.map(({ number, outcome }) => (
          <li key={number}>
            <span>
              <bdi dir="ltr" className="nowrap">
                {grouped(number)}
              </bdi>{' '}
              <span className="quiet">{words.t(`testCard.${outcome}`)}</span>
            </span>
            <button
              type="button"
              className="small"
              data-fill={number}
              aria-label={words.t('testCards.useNumber', { number: grouped(number) })}
              hidden
            >
              {words.t('testCards.use')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
