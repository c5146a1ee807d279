import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { EmptyState } from '../ui/empty-state.tsx';
import { CrashBox, ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { ApiError, NetworkError } from '../ui/errors.ts';
import { Money } from '../ui/money.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatCards } from '../ui/stat-card.tsx';
import { TimeChart } from '../ui/time-chart.tsx';
import { Example, Examples } from './example.tsx';
import classes from './gallery.module.css';
import { partPath } from './paths.ts';
import { useSamples } from './samples.ts';

/** Loading, empty, failed and full. */
export function StatesPart() {
  const words = useSamples();
  const stats = [
    { label: words.amount, value: <Money amount={12345.5} size="large" /> },
    { label: words.state, value: '128', note: words.status[0] },
    { label: words.range, value: '14' },
  ];
  return (
    <Examples title="States">
      <Example name="Skeleton">
        <div className={classes.wide}>
          <Skeleton width="60%" />
          <Skeleton height="2rem" />
        </div>
      </Example>
      <Example name="EmptyState">
        <div className={classes.wide}>
          <EmptyState
            icon={IconLink}
            title={words.empty}
            text={words.emptyText}
            action={<Button>{words.action}</Button>}
          />
        </div>
      </Example>
      <Example name="ErrorBox">
        <div className={classes.wide}>
          <ErrorBox error={new NetworkError()} onRetry={() => {}} />
          <ErrorBox error={new ApiError(500, { requestId: '8Kq2xT' })} />
        </div>
      </Example>
      <Example name="ErrorBoundary, CrashBox">
        <div className={classes.wide}>
          <ErrorBoundary resetKey="gallery">
            <CrashBox />
          </ErrorBoundary>
        </div>
      </Example>
      <Example name="TimeChart">
        <div className={classes.wide}>
          <TimeChart
            label={words.amount}
            unit="EGP"
            tickOf={String}
            bars={[120, 80, 0, 200, 160].map((value, day) => ({
              key: String(day),
              name: `${words.date} ${day + 1}`,
              tick: String(day + 1),
              text: String(value),
              value,
              before:
                day === 0
                  ? null
                  : { name: words.date, value: 100, text: '100', difference: String(value - 100) },
              to: partPath('list'),
            }))}
          />
        </div>
      </Example>
      <Example name="StatCards">
        <div className={classes.wide}>
          <StatCards label={words.amount} stats={stats} count={3} />
          <StatCards label={words.state} stats={undefined} count={3} />
          <StatCards
            label={words.range}
            stats={undefined}
            count={3}
            error={new NetworkError()}
            onRetry={() => {}}
          />
        </div>
      </Example>
    </Examples>
  );
}
