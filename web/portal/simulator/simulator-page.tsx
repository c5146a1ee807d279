import {
  MONEY_SCENARIOS,
  type MoneyScenario,
  PAYMENT_SCENARIOS,
  type PaymentScenario,
  type Simulated,
  simulator,
} from '@daftar/contract/simulator';
import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/detail-page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { pathFromServer } from '../paths/from-server.ts';
import { call } from '../shared/call.ts';
import { useMode } from '../shared/mode.ts';
import { useMay } from '../shared/permissions.ts';
import { useAction } from '../shared/use-action.ts';
import classes from './simulator-page.module.css';

type Scenario = PaymentScenario | MoneyScenario;
type Reply = { data: Simulated; message: string };

/** `/simulator`: simulates payments and events of money; test mode only. */
export default function SimulatorPage() {
  const { t } = useTranslation('simulator');
  const may = useMay();
  const mode = useMode();
  if (mode === 'live') {
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState icon={IconFlask} title={t('liveTitle')} text={t('liveText')} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('title')} />
      <p className={classes.text}>{t('text')}</p>
      <div className={classes.parts}>
        {may(simulator.payment.access) && (
          <Scenarios
            title={t('payments')}
            scenarios={PAYMENT_SCENARIOS}
            simulate={(scenario) => call(simulator.payment, { body: { scenario } })}
          />
        )}
        {may(simulator.money.access) && (
          <Scenarios
            title={t('money')}
            scenarios={MONEY_SCENARIOS}
            simulate={(scenario) => call(simulator.money, { body: { scenario } })}
          />
        )}
      </div>
    </>
  );
}

interface ScenariosProps<S extends Scenario> {
  title: string;
  scenarios: readonly S[];
  simulate: (scenario: S) => Promise<Reply>;
}

function Scenarios<S extends Scenario>({ title, scenarios, simulate }: ScenariosProps<S>) {
  return (
    <Section title={title}>
      <ul className={classes.list}>
        {scenarios.map((scenario) => (
          <li key={scenario} className={classes.item}>
            <One scenario={scenario} simulate={() => simulate(scenario)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function One({ scenario, simulate }: { scenario: Scenario; simulate: () => Promise<Reply> }) {
  const { t } = useTranslation(['simulator', 'common']);
  // Balances, lists and figures may all change.
  const { run, isPending } = useAction(simulate, { invalidates: 'everything', quiet: true });
  const [made, setMade] = useState<Simulated | null>(null);
  const name = t(`name.${scenario}`);
  const press = async () => {
    const done = await run();
    if (done) setMade(done.data);
  };
  return (
    <>
      <div className={classes.words}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.what}>{t(`text.${scenario}`)}</p>
        <p className={classes.made} role="status">
          {made && (
            <>
              {t('made')}{' '}
              <Link to={pathFromServer(made.href)} aria-label={t('see', { reference: made.reference })}>
                <bdi dir="ltr">{made.reference}</bdi>
              </Link>
            </>
          )}
        </p>
      </div>
      <Button
        variant="default"
        loading={isPending}
        aria-label={t('runOf', { name })}
        onClick={() => void press()}
      >
        {t('run')}
      </Button>
    </>
  );
}
