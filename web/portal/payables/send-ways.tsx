import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTIFY_FIELDS } from './payer-fields.ts';
import classes from './send-ways.module.css';

/** The channels: e-mail and SMS. */
export type SendWay = (typeof NOTIFY_FIELDS)[number];

interface SendWaysProps {
  label: string;
  description?: string;
  ways: readonly SendWay[];
  onChange: (ways: SendWay[]) => void;
  error?: ReactNode;
  disabled?: boolean;
  /** The recipient of each, below it. */
  to?: Record<SendWay, ReactNode>;
}

/** The channels by which a link or invoice is sent. The screen loads the catalogue `payables`. */
export function SendWays({ label, description, ways, onChange, error, disabled, to }: SendWaysProps) {
  const { t } = useTranslation('payables');
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={[...ways]}
      onChange={(chosen) => onChange(NOTIFY_FIELDS.filter((way) => chosen.includes(way)))}
      error={error}
    >
      <div className={classes.ways} data-stacked={to !== undefined || undefined}>
        {NOTIFY_FIELDS.map((way) => (
          <Checkbox
            key={way}
            value={way}
            label={t(`field.${way}`)}
            description={to?.[way]}
            disabled={disabled ?? false}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
