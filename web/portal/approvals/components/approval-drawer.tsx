import { APPROVAL_PERMISSION } from '@daftar/contract/access';
import { type ApprovalRow, DeclineForm } from '@daftar/contract/approvals';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { transactionPath } from '../../paths/transactions.ts';
import { useCan, useMay } from '../../shared/permissions.ts';
import { ApprovalStateChip } from '../../status/approvals.tsx';
import { useApprove, useDecline, useWithdraw } from '../api.ts';
import classes from './approval-drawer.module.css';

interface ApprovalDrawerProps {
  approval: ApprovalRow;
  opened: boolean;
  onClose: () => void;
}

/** One request and, while it is pending, what this person can do with it. */
export function ApprovalDrawer({ approval, opened, onClose }: ApprovalDrawerProps) {
  const { t } = useTranslation('approvals');
  const may = useMay();
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t(`title.${approval.kind}`)}>
      <div className={classes.content}>
        <ApprovalFacts approval={approval} />
        {approval.state === 'waiting' && may(APPROVAL_PERMISSION[approval.kind]) && (
          <Choice approval={approval} onDone={onClose} />
        )}
      </div>
    </SideDrawer>
  );
}

function ApprovalFacts({ approval }: { approval: ApprovalRow }) {
  const { t } = useTranslation('approvals');
  const mayOpen = useCan()('view-transaction-details');
  const { bank_account: bank, bank_account_details: details, transaction_id: id } = approval;
  const locale = useLocale();
  const { settings } = approval;
  const settingsText =
    settings?.enabled === true
      ? t('settingsAbove', { amount: formatMoney(settings.refund_above, approval.currency, locale) })
      : t('settingsOff');
  const reference = approval.transaction_reference && <bdi dir="ltr">{approval.transaction_reference}</bdi>;
  return (
    <Facts
      facts={[
        { label: t('column.state'), value: <ApprovalStateChip state={approval.state} /> },
        {
          label: t('column.amount'),
          value: approval.amount > 0 && <Money amount={approval.amount} currency={approval.currency} />,
        },
        { label: t('column.settings'), value: approval.settings && settingsText, wide: true },
        {
          label: t('column.transaction'),
          value:
            id !== null && mayOpen ? (
              <Link to={transactionPath(id)} className={classes.link}>
                {reference}
              </Link>
            ) : (
              reference
            ),
        },
        {
          label: t('column.requestedBy'),
          value: approval.by_key ? (
            t('byKey', { name: approval.requested_by })
          ) : (
            <bdi>{approval.requested_by}</bdi>
          ),
        },
        { label: t('column.firstYes'), value: approval.first_yes_by && <bdi>{approval.first_yes_by}</bdi> },
        { label: t('column.created'), value: <DateText value={approval.created_at} /> },
        {
          label: t('column.expires'),
          value: approval.state === 'waiting' && <DateText value={approval.expires_at} />,
        },
        { label: t('column.decidedBy'), value: approval.decided_by && <bdi>{approval.decided_by}</bdi> },
        {
          label: t('column.decided'),
          value: approval.decided_at && <DateText value={approval.decided_at} />,
        },
        { label: t('column.reason'), value: approval.reason && <bdi>{approval.reason}</bdi>, wide: true },
        {
          label: t('column.bank'),
          value: bank && (
            <>
              <bdi>{bank.account_name}</bdi> · <bdi>{bank.bank_name}</bdi> · <bdi dir="ltr">{bank.iban}</bdi>
            </>
          ),
          wide: true,
        },
        { label: t('column.bankBranch'), value: details?.bank_branch && <bdi>{details.bank_branch}</bdi> },
        {
          label: t('column.latinName'),
          value: details?.latin_name && <bdi dir="ltr">{details.latin_name}</bdi>,
        },
        { label: t('column.town'), value: details?.town && <bdi dir="ltr">{details.town}</bdi> },
        {
          label: t('column.declineReason'),
          value: approval.decline_reason && <bdi>{approval.decline_reason}</bdi>,
          wide: true,
        },
      ]}
    />
  );
}

interface ChoiceProps {
  approval: ApprovalRow;
  onDone: () => void;
}

function Choice({ approval, onDone }: ChoiceProps) {
  const { t } = useTranslation(['approvals', 'common']);
  const locale = useLocale();
  const [declining, setDeclining] = useState(false);
  const actions = { approve: useApprove(), withdraw: useWithdraw() };
  const busy = actions.approve.isPending || actions.withdraw.isPending;
  const { id, kind, amount, currency } = approval;
  const act = async (verb: 'approve' | 'withdraw') => {
    const money = formatMoney(amount, currency, locale);
    const agreed = await confirm({
      title: t(`confirm.${verb}.title`),
      text: t(`confirm.${verb}.${kind}`, { amount: money, name: approval.requested_by }),
      confirm: t(`action.${verb}`),
      danger: verb === 'withdraw',
    });
    if (agreed && (await actions[verb].run({ params: { id } }))) onDone();
  };
  if (approval.mine) {
    return (
      <>
        <p className={classes.note}>{t('note.mine')}</p>
        <div className={classes.buttons}>
          <Button variant="default" loading={busy} onClick={() => void act('withdraw')}>
            {t('action.withdraw')}
          </Button>
        </div>
      </>
    );
  }
  if (declining) {
    return <Decline id={id} onDone={onDone} onBack={() => setDeclining(false)} />;
  }
  return (
    <>
      {approval.by_key && <p className={classes.note}>{t('note.key')}</p>}
      <p className={classes.note}>{t(`note.${kind}`)}</p>
      <div className={classes.buttons}>
        <Button loading={busy} onClick={() => void act('approve')}>
          {t('action.approve')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => setDeclining(true)}>
          {t('action.decline')}
        </Button>
      </div>
    </>
  );
}

interface DeclineProps {
  id: number;
  onDone: () => void;
  onBack: () => void;
}

/** Declining requires a reason, which the requester reads. */
function Decline({ id, onDone, onBack }: DeclineProps) {
  const { t } = useTranslation(['approvals', 'common']);
  const { send } = useDecline();
  const form = useContractForm(DeclineForm, {
    initialValues: { reason: '' },
    submit: async ({ reason }) => {
      notify.success((await send({ params: { id }, body: { reason } })).message);
      onDone();
    },
  });
  return (
    <Form form={form} className={classes.form} label={t('action.decline')}>
      <Textarea
        {...form.field('reason')}
        withAsterisk
        label={t('decline.reason')}
        description={t('decline.help')}
        rows={4}
        maxLength={500}
        data-autofocus
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('action.decline')}</SubmitButton>
        <Button variant="default" onClick={onBack}>
          {t('common:back')}
        </Button>
      </div>
    </Form>
  );
}
