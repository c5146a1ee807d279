import { ActionIcon, Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './data-table-parts.tsx';
import { formatNumber } from './format.ts';
import { type ColumnChoice, DENSITIES, type Density, isFixed, useDensity } from './list-view.ts';
import classes from './list-view-button.module.css';
import { useLocale } from './locale.ts';
import { PopupPanel, usePopup } from './popup.tsx';

interface ListViewButtonProps<Row> {
  /** All columns that the list has. */
  columns: readonly Column<Row>[];
  choices: readonly ColumnChoice[] | null;
  onChoose: (choices: readonly ColumnChoice[] | null) => void;
  /** Whether a column is shown as long as nothing was chosen: a narrow table leaves some out. */
  isShown: (id: string) => boolean;
}

/** How rows are shown: their density, and which columns in which order. Kept in this browser. */
export function ListViewButton<Row>(props: ListViewButtonProps<Row>) {
  const { t } = useTranslation('common');
  const { popup, button } = usePopup('dialog');
  return (
    <>
      <ActionIcon
        {...button}
        variant="default"
        size={36}
        aria-label={t('view.label')}
        title={t('view.label')}
      >
        <IconAdjustmentsHorizontal size={18} aria-hidden />
      </ActionIcon>
      <PopupPanel popup={popup} label={t('view.label')} position="bottom-end" trapFocus>
        <Panel {...props} />
      </PopupPanel>
    </>
  );
}

function Panel<Row>({ columns, choices, onChoose, isShown }: ListViewButtonProps<Row>) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const [density, setDensity] = useDensity();
  const [said, say] = useState('');
  // What is seen when the panel opens is what is changed.
  const [seen] = useState(() => columns.map(({ id }) => ({ id, shown: isShown(id) })));
  const current = choices ?? seen;
  const byId = new Map(columns.map((column) => [column.id, column]));

  const toggle = (id: string) =>
    onChoose(current.map((choice) => (choice.id === id ? { id, shown: !choice.shown } : choice)));
  const move = (event: MouseEvent<HTMLButtonElement>, from: number, by: 1 | -1) => {
    const to = from + by;
    const moved = current[from];
    if (!moved || to < 0 || to >= current.length) return;
    const rest = current.filter((choice) => choice !== moved);
    onChoose([...rest.slice(0, to), moved, ...rest.slice(to)]);
    const number = (value: number) => formatNumber(value, locale);
    const column = byId.get(moved.id)?.header ?? '';
    say(t('view.moved', { column, place: number(to + 1), all: number(current.length) }));
    // The button moves with its row, and an element that is moved loses the focus.
    const { currentTarget } = event;
    requestAnimationFrame(() => currentTarget.focus());
  };

  return (
    <div className={classes.panel}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('view.density')}
        value={density}
        onChange={(value) => setDensity(value as Density)}
        data={DENSITIES.map((value) => ({ value, label: t(`view.density.${value}`) }))}
      />
      <fieldset className={classes.columns}>
        <legend>{t('view.columns')}</legend>
        <ul>
          {current.map(({ id, shown }, index) => {
            const column = byId.get(id);
            if (!column) return null;
            const { header } = column;
            return (
              <li key={id}>
                <Checkbox
                  size="xs"
                  label={header}
                  checked={shown}
                  disabled={isFixed(column)}
                  onChange={() => toggle(id)}
                  classNames={{ root: classes.name ?? '' }}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={26}
                  aria-label={t('view.earlier', { column: header })}
                  aria-disabled={index === 0 || undefined}
                  onClick={(event) => move(event, index, -1)}
                >
                  <IconArrowUp size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={26}
                  aria-label={t('view.later', { column: header })}
                  aria-disabled={index === current.length - 1 || undefined}
                  onClick={(event) => move(event, index, 1)}
                >
                  <IconArrowDown size={15} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      </fieldset>
      <Button variant="subtle" size="compact-sm" disabled={choices === null} onClick={() => onChoose(null)}>
        {t('view.reset')}
      </Button>
      <p role="status" className={classes.said}>
        {said}
      </p>
    </div>
  );
}
