import type { ImportResult } from '@daftar/contract/ops-settlement-files';
import { PROFILE_COLUMNS, type ProfileColumn } from '@daftar/contract/ops-settlement-profiles';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DaysText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import classes from '../reconciliation.module.css';
import { useKindName, useShare } from './words.tsx';

/** What importing a file would do: its sums, what is found, and the rows that cannot be read. */
export function Preview({ name, result }: { name: string; result: ImportResult }) {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  const share = useShare();
  const kindName = useKindName();
  const figure = (value: number) => formatNumber(value, locale);
  return (
    <Stack gap="md">
      <p className={classes.quiet}>
        <bdi>{name}</bdi>
      </p>
      <p role="status" className={result.invalid > 0 ? classes.warning : classes.quiet}>
        {result.invalid > 0
          ? t('cannotImport', { count: result.invalid, number: figure(result.invalid) })
          : t('canImport', { count: result.lines, number: figure(result.lines) })}
      </p>
      <Facts
        facts={[
          { label: t('lines'), value: figure(result.lines) },
          { label: t('leftOut'), value: figure(result.skipped) },
          ...(result.footers > 0 ? [{ label: t('footers'), value: figure(result.footers) }] : []),
          { label: t('matched'), value: `${figure(result.matched)} (${share(result)})` },
          {
            label: t('period'),
            value: result.first_day && <DaysText from={result.first_day} to={result.last_day} />,
          },
        ]}
      />
      {result.sums.length > 0 && <Sums sums={result.sums} />}
      {result.errors.length > 0 && <Problems errors={result.errors} />}
      {result.footer_rows.length > 0 && <Footers rows={result.footer_rows} />}
      {result.breaks.length > 0 && (
        <Section title={t('wouldBreak')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('kind')}</th>
                <th scope="col" data-align="end">
                  {t('count')}
                </th>
                <th scope="col" data-align="end">
                  {t('net')}
                </th>
              </tr>
            </thead>
            <tbody>
              {result.breaks.map(({ kind, currency, count, amount }) => (
                <tr key={`${kind} ${currency}`}>
                  <th scope="row">{kindName(kind)}</th>
                  <td data-align="end">{figure(count)}</td>
                  <td data-align="end">
                    <Money amount={amount} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </Stack>
  );
}

/** What each kind of lines adds up to, in each currency. */
function Sums({ sums }: { sums: ImportResult['sums'] }) {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  return (
    <Section title={t('sums')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className={classes.scroll} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('kind')}</th>
              <th scope="col" data-align="end">
                {t('lines')}
              </th>
              {(['gross', 'fee', 'net'] as const).map((name) => (
                <th key={name} scope="col" data-align="end">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sums.map(({ currency, kind, lines, ...amounts }) => (
              <tr key={`${currency} ${kind}`}>
                <th scope="row">{t(`lineKind.${kind}`)}</th>
                <td data-align="end">{formatNumber(lines, locale)}</td>
                {(['gross', 'fee', 'net'] as const).map((name) => (
                  <td key={name} data-align="end">
                    <Money amount={amounts[name]} currency={currency} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const isColumn = (name: string): name is ProfileColumn => PROFILE_COLUMNS.some((column) => column === name);

function Footers({ rows }: { rows: ImportResult['footer_rows'] }) {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  return (
    <Section title={t('footers')}>
      <p className={classes.quiet}>{t('footersText')}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('row')}</th>
            <th scope="col">{t('value')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, text }) => (
            <tr key={row}>
              <th scope="row">{formatNumber(row, locale)}</th>
              <td>
                <bdi>{text}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Problems({ errors }: { errors: ImportResult['errors'] }) {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  return (
    <Section title={t('problems')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('table')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              <th scope="col">{t('columnName')}</th>
              <th scope="col">{t('value')}</th>
              <th scope="col">{t('problem')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, value, message }) => (
              <tr key={`${row} ${column}`}>
                <th scope="row">{formatNumber(row, locale)}</th>
                <td>{isColumn(column) ? t(`column.${column}`) : column}</td>
                <td>
                  <bdi>{value}</bdi>
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}
