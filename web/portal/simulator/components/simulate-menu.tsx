import { simulator, type TransactionScenario } from '@daftar/contract/simulator';
import { Button, Menu } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMode } from '../../shared/mode.ts';
import { useMay } from '../../shared/permissions.ts';
import { queryOf } from '../../shared/query-client.ts';
import { useAction } from '../../shared/use-action.ts';

/** What can be simulated for a transaction now; refetched when it changes. */
const useScenarios = (id: number, enabled: boolean) =>
  useQuery({ ...queryOf(simulator.ofTransaction, { params: { id } }), enabled, staleTime: 0 });

/** Simulates a scenario of a test transaction. Balances, lists and figures may all change. */
const useSimulate = () => useAction(simulator.transaction, { invalidates: 'everything', evenIfFailed: true });

/** What can be simulated for this transaction; test mode only, hidden when there is nothing. */
export function SimulateMenu({ id }: { id: number }) {
  const { t } = useTranslation(['simulator', 'common']);
  const may = useMay();
  const shown = useMode() === 'test' && may(simulator.transaction.access);
  const scenarios = useScenarios(id, shown).data?.data.scenarios ?? [];
  const button = useRef<HTMLButtonElement>(null);
  const { run, isPending: busy } = useSimulate();
  if (!shown || scenarios.length === 0) return null;
  const play = async (scenario: TransactionScenario) => {
    button.current?.focus();
    await run({ params: { id }, body: { scenario } });
  };
  return (
    <Menu withInitialFocusPlaceholder={false} portalProps={{ target: 'main' }}>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          leftSection={<IconFlask size={16} aria-hidden />}
          aria-disabled={busy}
        >
          {t('simulate.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {scenarios.map((scenario) => (
          <Menu.Item key={scenario} disabled={busy} onClick={() => void play(scenario)}>
            {t(`simulate.${scenario}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
