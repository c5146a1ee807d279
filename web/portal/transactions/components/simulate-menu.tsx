import { simulator, type TransactionScenario } from '@daftar/contract/simulator';
import { Button, Menu } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../../../ui/errors.ts';
import { useMode } from '../../shared/mode.ts';
import { notify } from '../../shared/notify.ts';
import { useCan } from '../../shared/permissions.ts';
import { simulateTransaction, useScenarios } from '../api.ts';

/** What may happen next to this transaction, at the press of a button: test mode alone; nothing where nothing can. */
export function SimulateMenu({ id }: { id: number }) {
  const { t } = useTranslation(['transactions', 'common']);
  const can = useCan();
  const shown = useMode() === 'test' && can(simulator.transaction.access);
  const scenarios = useScenarios(id, shown).data?.data.scenarios ?? [];
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  if (!shown || scenarios.length === 0) return null;
  const play = async (scenario: TransactionScenario) => {
    button.current?.focus();
    setBusy(true);
    try {
      notify.success(await simulateTransaction(id, scenario));
    } catch (error) {
      notify.error(sentenceOf(error, t));
    } finally {
      setBusy(false);
    }
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
