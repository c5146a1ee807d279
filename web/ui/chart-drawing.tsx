/** What the chart library draws: the one file that knows it, loaded after the first paint. */
import { memo } from 'react';
import { Bar, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts';
import type { Bar as Drawn } from './chart-bar.ts';

/** The same in time-chart.module.css, whose links lie over the bars: `--axis`, `--foot`, `--edge`. */
const AXIS = 60;
const FOOT = 28;
const EDGE = 8;
/** Of so few bars a line has its points marked. */
const MARKED = 12;

interface ChartDrawingProps {
  bars: readonly Drawn[];
  tickOf: (value: number) => string;
  most: number | undefined;
  /** The first bar is at the right, and the axis too. */
  isMirrored: boolean;
}

/** Bars of the period and a line of the period before, with both axes; drawn anew only when its data changes. */
export const ChartDrawing = memo(function ChartDrawing(props: ChartDrawingProps) {
  const { bars, tickOf, most, isMirrored } = props;
  const isEmpty = bars.every(({ value, before }) => !value && !before?.value);
  const ticks = new Map(bars.map(({ key, tick }) => [key, tick]));
  return (
    <ComposedChart
      responsive
      // The library measures from the left in both languages.
      style={{ inlineSize: '100%', blockSize: '100%', direction: 'ltr' }}
      data={bars.map(({ key, value, before }) => ({ key, now: value, before: before?.value ?? null }))}
      margin={{
        top: EDGE,
        bottom: 0,
        [isMirrored ? 'left' : 'right']: EDGE,
        [isMirrored ? 'right' : 'left']: 0,
      }}
      barCategoryGap="20%"
      maxBarSize={48}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--daftar-line)" />
      <XAxis
        dataKey="key"
        reversed={isMirrored}
        height={FOOT}
        tickFormatter={(key: string) => ticks.get(key) ?? ''}
        tick={{ fill: 'var(--daftar-quiet)', fontSize: 12 }}
        tickMargin={6}
        tickLine={false}
        axisLine={{ stroke: 'var(--daftar-line)' }}
        interval="preserveStartEnd"
        minTickGap={12}
      />
      <YAxis
        orientation={isMirrored ? 'right' : 'left'}
        width={AXIS}
        domain={[0, most ?? (isEmpty ? 1 : 'auto')]}
        ticks={isEmpty ? [0] : undefined}
        tickCount={5}
        tickFormatter={tickOf}
        tick={{ fill: 'var(--daftar-quiet)', fontSize: 12 }}
        tickLine={false}
        axisLine={false}
      />
      <Bar dataKey="now" fill="var(--daftar-brand)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
      {bars.some(({ before }) => before?.value) && (
        <Line
          dataKey="before"
          type="linear"
          stroke="var(--chart-before)"
          strokeWidth={2}
          dot={bars.length > MARKED ? false : { r: 3, fill: 'var(--chart-before)', strokeWidth: 0 }}
          activeDot={false}
          isAnimationActive={false}
        />
      )}
    </ComposedChart>
  );
});
