import { Button } from '@mantine/core';
import { IconCheck, IconLink, IconX } from '@tabler/icons-react';
import { DetailPage, Facts, Section, Timeline } from '../ui/detail-page.tsx';
import { Money } from '../ui/money.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { MOMENT, useSamples } from './samples.ts';

/** A detail page. */
export function DetailPart() {
  const words = useSamples();
  return (
    <DetailPage
      title={words.subject}
      query={{ data: { data: {} }, error: null, refetch: () => {} }}
      summary={() => ({
        reference: 'TRX-7K3M9Q2D',
        headline: <Money amount={1250.5} size="xlarge" />,
        status: <StatusChip kind="success">{words.status[0]}</StatusChip>,
        note: words.name,
        actions: <Button color="red">{words.danger}</Button>,
      })}
    >
      {() => (
        <>
          <Section title={words.state} actions={<Button variant="default">{words.action}</Button>}>
            <Facts
              facts={[
                { label: words.label, value: words.name },
                { label: words.amount, value: <Money amount={1250.5} /> },
                { label: words.subject, value: words.long, wide: true },
              ]}
            />
          </Section>
          <Section title={words.date}>
            <Timeline
              items={[
                { key: '3', title: words.status[0], at: MOMENT, icon: IconCheck, tone: 'good' },
                {
                  key: '2',
                  title: words.status[2],
                  at: MOMENT,
                  icon: IconX,
                  tone: 'bad',
                  detail: words.long,
                },
                { key: '1', title: words.action, at: MOMENT, icon: IconLink },
              ]}
            />
          </Section>
        </>
      )}
    </DetailPage>
  );
}
