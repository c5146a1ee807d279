import { type AuthenticatedMerchant, MERCHANT_STATUS } from '@daftar/contract/auth';
import type { DashboardStatistics } from '@daftar/contract/dashboard';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import type { Path } from '../../../ui/path.ts';
import { activatePath } from '../../paths/kyc.ts';
import { newPaymentLinkPath, paymentLinksPath } from '../../paths/payment-links.ts';
import { useMode } from '../../shared/mode.ts';
import { useCan, useMay } from '../../shared/permissions.ts';
import { Card } from './card.tsx';
import classes from './getting-started.module.css';

interface Step {
  key: 'link' | 'pay' | 'activate';
  done: boolean;
  text: string;
  action: { label: string; path: Path } | null;
}

/** The first steps of a new merchant, ticked off when done. */
export function GettingStarted(props: {
  statistics: DashboardStatistics;
  merchant: AuthenticatedMerchant | undefined;
}) {
  const { statistics, merchant } = props;
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const may = useMay();
  const locale = useLocale();
  const mode = useMode();
  const hasLink = statistics.total_share_links > 0;
  const status = merchant?.status ?? MERCHANT_STATUS.live;
  const sent = status !== MERCHANT_STATUS.registered && status !== MERCHANT_STATUS.rejected;
  const steps: Step[] = [
    {
      key: 'link',
      done: hasLink,
      text: t('start.link.text'),
      action: may('create-pay-link') ? { label: t('start.link.action'), path: newPaymentLinkPath } : null,
    },
    {
      key: 'pay',
      done: statistics.latest_transactions.length > 0,
      text: t(`start.pay.text.${mode}`),
      action:
        hasLink && can('view-pay-links-list')
          ? { label: t('start.pay.action'), path: paymentLinksPath }
          : null,
    },
    {
      key: 'activate',
      done: sent,
      text: t('start.activate.text'),
      action: may('submit-kyc') ? { label: t('start.activate.action'), path: activatePath } : null,
    },
  ];
  const next = steps.find(({ done, action }) => !done && action);
  return (
    <Card title={t('start.title')}>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.key} className={classes.step} data-done={step.done || undefined}>
            <span className={classes.mark} aria-hidden>
              {step.done ? <IconCheck size={16} /> : formatNumber(index + 1, locale)}
            </span>
            <div>
              <p className={classes.name}>
                {t(`start.${step.key}.title`)}
                {step.done && <span className={classes.done}> · {t('start.done')}</span>}
              </p>
              {!step.done && <p className={classes.text}>{step.text}</p>}
            </div>
            {!step.done && step.action && (
              <Button
                component={Link}
                to={step.action.path}
                size="xs"
                variant={step === next ? 'filled' : 'default'}
              >
                {step.action.label}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
