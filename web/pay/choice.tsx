import { type ChoiceView, type PayPage, writeChoice } from '@daftar/contract/checkout';
import { fieldId } from '../pages/form.tsx';
import type { Words } from '../pages/text.ts';

type OpenPage = Extract<PayPage, { kind: 'open' }>;

/**
 * What the payer decides: an amount, perhaps one of those suggested, or how many pieces. Another one is shown with its
 * total before it is paid.
 */
export function Choice(props: { words: Words; page: OpenPage; choice: ChoiceView; token: string | null }) {
  const { words, page, choice, token } = props;
  const { kind } = choice;
  const money = (amount: number) => words.money(amount, page.payable.currency);
  const id = fieldId(kind);
  const error = (page.errors[kind] ?? []).map(words.message).join(' · ');
  const priced = writeChoice(choice);
  const bounds =
    kind === 'amount'
      ? { least: money(choice.least), most: money(choice.most) }
      : { least: words.number(choice.least), most: words.number(choice.most) };
  const hint =
    kind === 'amount'
      ? words.t('choice.amountHint', bounds)
      : words.t('choice.quantityHint', { ...bounds, each: money(choice.each) });
  return (
    <fieldset>
      <legend>{words.t(`choice.${kind}`)}</legend>
      {kind === 'amount' && choice.suggested.length > 0 ? (
        <p className="suggestions">
          {choice.suggested.map((amount) => (
            <a
              key={amount}
              className="small"
              href={`/pay/${token ?? ''}?amount=${writeChoice({ ...choice, chosen: amount })}`}
              aria-current={amount === choice.chosen ? 'true' : undefined}
            >
              {money(amount)}
            </a>
          ))}
        </p>
      ) : null}
      <div className="field">
        <div className="label">
          <label htmlFor={id}>{words.t(`field.${kind}`)}</label>
        </div>
        <div className="choice">
          <input
            id={id}
            name={kind}
            inputMode={kind === 'amount' ? 'decimal' : 'numeric'}
            autoComplete="off"
            dir="ltr"
            maxLength={40}
            // A valid value in the form that the script compares, so that the button says to pay once the total is shown.
            defaultValue={error ? (page.values[kind] ?? priced) : priced}
            aria-describedby={`${id}-hint ${id}-error`}
            aria-required
            aria-invalid={error ? true : undefined}
            data-check="text"
            data-required={words.message({ key: 'Required' })}
            data-priced={priced}
          />
          <button type="submit" name="update" value="1" className="small" data-busy={words.t('busy')}>
            {words.t('choice.update')}
          </button>
        </div>
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      </div>
      <input type="hidden" name="priced" value={priced} />
    </fieldset>
  );
}
