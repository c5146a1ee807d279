import type { PaymentLinkDetails } from '@daftar/contract/payment-links';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateText, DueDate } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import classes from './link-facts.module.css';
import { NOTIFY_FIELDS, REQUIRED_FIELDS } from './payer-part.tsx';

interface Props {
  link: PaymentLinkDetails;
}

/** How many of its payments have been made. */
export function PaidCount({ link }: Props) {
  const { t } = useTranslation('payment-links');
  const locale = useLocale();
  const { paid_count: paid, max_payment_count: most } = link;
  const said = t('paid.count', {
    count: most,
    paid: formatNumber(paid, locale),
    most: formatNumber(most, locale),
  });
  return (
    <div className={classes.paid}>
      <p>{said}</p>
      <Progress value={Math.min(100, (paid / most) * 100)} size="sm" radius="xl" aria-label={said} />
    </div>
  );
}

/** Everything the link was made with. */
export function LinkFacts({ link }: Props) {
  const { t } = useTranslation(['payment-links', 'messages']);
  const locale = useLocale();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const named = (fields: readonly (keyof PaymentLinkDetails & string)[]) => {
    const names = fields.filter((field) => link[field] === true).map((field) => t(`field.${field}`));
    return names.length > 0 ? list.format(names) : t('review.nothing');
  };
  const { first_name, last_name, email } = link.created_by;
  return (
    <Section title={t('details.facts')}>
      <Facts
        facts={[
          { label: t('column.name'), value: <bdi>{link.invoice_name}</bdi> },
          { label: t('field.due'), value: <DueDate value={link.due_date} /> },
          { label: t('field.methods'), value: list.format(link.payment_method.map(({ name }) => name)) },
          { label: t('field.language'), value: t(`messages:language.${link.language === 1 ? 1 : 2}`) },
          { label: t('part.payer'), value: named(REQUIRED_FIELDS) },
          { label: t('part.notify'), value: named(NOTIFY_FIELDS) },
          { label: t('details.created'), value: <DateText value={link.created_at} /> },
          {
            label: t('details.createdBy'),
            value: (
              <>
                <bdi>{`${first_name} ${last_name}`}</bdi>
                <br />
                <bdi dir="ltr" className={classes.quiet}>
                  {email}
                </bdi>
              </>
            ),
          },
          {
            label: t('field.description'),
            value: link.description && <bdi>{link.description}</bdi>,
            wide: true,
          },
          { label: t('field.notes'), value: link.notes && <bdi>{link.notes}</bdi>, wide: true },
        ]}
      />
    </Section>
  );
}
