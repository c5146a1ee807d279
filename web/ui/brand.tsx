import { useTranslation } from 'react-i18next';
import classes from './brand.module.css';

/** The product's mark and name. */
export function Brand({ inverse = false }: { inverse?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <span className={classes.brand} data-inverse={inverse || undefined}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" className={classes.tile} />
        <path d="M10 8.5h9.5a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3H10z" className={classes.page} />
        <path
          d="M8.5 12h3M8.5 16h3M8.5 20h3"
          className={classes.rings}
          strokeWidth="1.6"
          strokeLinecap="round"
        />
        <path
          d="M14.5 13.5h5M14.5 17h3.5"
          className={classes.lines}
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </svg>
      <span>{t('product')}</span>
    </span>
  );
}
