import { useTranslation } from 'react-i18next';
import { FieldError } from './field-error.tsx';
import { formatNumber } from './format.ts';
import classes from './import-dialog.module.css';
import { useLocale } from './locale.ts';

/** More would push the buttons off the screen. */
const MAX_REFUSALS = 8;

/** Why a file was refused, one line per error. */
export function ImportRefusals({ title, refusals }: { title: string; refusals: readonly string[] }) {
  const { t } = useTranslation('import');
  const locale = useLocale();
  const more = refusals.length - MAX_REFUSALS;
  return (
    <div className={classes.refusal}>
      <p className={classes.refusalTitle}>{title}</p>
      <ul>
        {refusals.slice(0, MAX_REFUSALS).map((refusal) => (
          <li key={refusal}>
            <FieldError message={refusal} />
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('moreRefusals', { count: more, number: formatNumber(more, locale) })}</p>}
    </div>
  );
}
