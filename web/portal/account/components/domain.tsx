import { type Domain, DomainForm, type DomainState } from '@daftar/contract/domains';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { stepUp } from '../../auth/index.ts';
import { reasonOf } from '../../shared/use-action.ts';
import { useCheckDomain, useDomain, useRemoveDomain, useSaveDomain } from '../api.ts';
import { Loaded } from './loaded.tsx';
import parts from './parts.module.css';

const KINDS: Record<DomainState, StatusKind> = {
  waiting: 'pending',
  verified: 'success',
  missing: 'fail',
  lapsed: 'closed',
};

/** The merchant's own host name: asked for, proven by a DNS record, and given up. */
export function DomainSection() {
  const { t } = useTranslation('account');
  return (
    <Section title={t('domain.title')}>
      <Loaded query={useDomain()}>{(domain) => (domain ? <Own domain={domain} /> : <Ask />)}</Loaded>
    </Section>
  );
}

function Ask() {
  const { t } = useTranslation('account');
  const { send } = useSaveDomain();
  const form = useContractForm(DomainForm, {
    initialValues: { host: '' },
    submit: async ({ host }) => {
      const question = { title: t('proveTitle'), text: t('domain.prove'), submit: t('domain.use') };
      notify.success((await stepUp(question, (proof) => send({ body: { host, ...proof } }))).message);
    },
  });
  return (
    <Form form={form} className={parts.form}>
      <p className={parts.help}>{t('domain.help')}</p>
      <TextInput
        {...form.field('host')}
        label={t('domain.host')}
        placeholder="pay.example.com"
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        classNames={{ input: parts.ltr ?? '' }}
      />
      <div className={parts.buttons}>
        <SubmitButton form={form}>{t('domain.use')}</SubmitButton>
      </div>
    </Form>
  );
}

/** A value of a DNS record, to be copied into somebody else's form. */
function Value({ value, label }: { value: string; label: string }) {
  return (
    <span className={parts.key}>
      <bdi dir="ltr">{value}</bdi> <CopyButton value={value} label={label} />
    </span>
  );
}

function Own({ domain }: { domain: Domain }) {
  const { t } = useTranslation('account');
  const check = useCheckDomain();
  const remove = useRemoveDomain();
  const { state, record, shown, lapses_at: lapsesAt } = domain;
  const ask = () =>
    stepUp(
      { title: t('proveTitle'), text: t('domain.proveRemove'), submit: t('domain.remove'), danger: true },
      async (proof) => notify.success((await remove.send({ body: proof })).message),
    ).catch((error) => {
      if (!(error instanceof DOMException)) notify.error(reasonOf(error));
    });
  return (
    <div className={parts.form}>
      <div className={parts.head}>
        <strong>
          <bdi dir="ltr">{shown}</bdi>
        </strong>
        <StatusChip kind={KINDS[state]}>{t(`domain.state.${state}`)}</StatusChip>
      </div>
      <p className={parts.help}>
        {t(`domain.now.${state}`)} {lapsesAt ? <DateText value={lapsesAt} /> : null}
      </p>
      <Facts
        facts={[
          { label: t('domain.recordType'), value: <bdi dir="ltr">TXT</bdi> },
          {
            label: t('domain.recordName'),
            value: <Value value={record.name} label={t('domain.copyName')} />,
          },
          {
            label: t('domain.recordValue'),
            value: <Value value={record.value} label={t('domain.copyValue')} />,
          },
          {
            label: t('domain.points'),
            value: <Value value={window.location.hostname} label={t('domain.copyPoints')} />,
          },
        ]}
      />
      <div className={parts.buttons}>
        {state === 'verified' ? null : (
          <Button loading={check.isPending} onClick={() => void check.run({ body: undefined })}>
            {t('domain.check')}
          </Button>
        )}
        <Button variant="default" onClick={() => void ask()}>
          {t('domain.remove')}
        </Button>
      </div>
    </div>
  );
}
