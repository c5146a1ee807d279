import { HEX, type Hex, paletteOf, type Theme } from '@daftar/contract/brand-colours';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './brand.module.css';
import parts from './parts.module.css';

/** What the browser's picker starts at without a colour: ours. */
const OURS = '#0f5f5c';
const THEMES: readonly Theme[] = ['light', 'dark'];

interface ColourFieldProps extends TextInputProps {
  value: string;
  onPick: (colour: string) => void;
}

/** A colour, typed or picked, and what it becomes where it could not be read. */
export function ColourField({ value, onPick, ...field }: ColourFieldProps) {
  const { t } = useTranslation('account');
  const typed = value.trim().toLowerCase();
  const colour = HEX.test(typed) ? (typed as Hex) : null;
  return (
    <div className={classes.colourField}>
      <TextInput
        {...field}
        value={value}
        label={t('look.colour')}
        description={t('look.colourHelp')}
        placeholder={OURS}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        classNames={{ input: parts.ltr ?? '' }}
        rightSection={
          <input
            type="color"
            className={classes.picker}
            aria-label={t('look.pick')}
            value={colour ?? OURS}
            onChange={(event) => onPick(event.currentTarget.value)}
          />
        }
      />
      {colour ? <Adjusted colour={colour} /> : null}
    </div>
  );
}

function Adjusted({ colour }: { colour: Hex }) {
  const { t } = useTranslation('account');
  const other = THEMES.map((theme) => ({ theme, accent: paletteOf(colour, theme).accent })).filter(
    ({ accent }) => accent !== colour,
  );
  if (other.length === 0) return null;
  return (
    <ul className={classes.adjusted}>
      {other.map(({ theme, accent }) => (
        <li key={theme}>
          <svg className={classes.swatch} viewBox="0 0 16 16" aria-hidden="true">
            <rect width="16" height="16" rx="4" fill={accent} />
          </svg>
          <span>{t(`look.adjusted.${theme}`, { colour: `\u2066${accent}\u2069` })}</span>
        </li>
      ))}
    </ul>
  );
}
