import '@mantine/spotlight/styles.layer.css';
import { Kbd, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { openSheet } from '../shared/shortcuts.ts';
import { type Choice, useChoices } from './choices.tsx';
import type { PageToFind } from './pages.ts';
import classes from './search.module.css';

const [store, spotlight] = createSpotlight();

interface SearchPanelProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  pages: readonly PageToFind[];
}

/**
 * The search and commands: a combobox whose focus stays in the field. Screens and commands are shown at once, everything
 * else comes from the server.
 */
export function SearchPanel({ opened, onChange, pages }: SearchPanelProps) {
  const { t } = useTranslation(['search', 'shell']);
  const locale = useLocale();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const { groups, isLooking, asks } = useChoices({ typed, opened, pages }, () => onChange(false));
  const choices = groups.flatMap((group) => group.choices);
  const { selected, select, move } = useSelected(choices);
  const idOf = (choice: Choice | undefined) => choice && `${listId}-${choices.indexOf(choice)}`;
  const current = choices[selected];
  useEffect(() => {
    if (opened) spotlight.open();
    else spotlight.close();
  }, [opened]);
  const currentId = idOf(current);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') current?.run();
    else return;
    event.preventDefault();
  };
  const said = isLooking
    ? t('looking')
    : asks
      ? t(`hint.${asks}`)
      : choices.length === 0
        ? t('nothing')
        : null;
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      // The field keeps its place, however many results there are.
      centered={false}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={() => onChange(false)}
      attributes={{ content: { 'aria-label': t('shell:search.open') } }}
      returnFocus
    >
      <Spotlight.Search
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={100}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={currentId}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('shell:search.open')} className={classes.list}>
        {groups.map(({ label, choices: own }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same label.
          // biome-ignore lint/a11y/useSemanticElements: a list of choices has no fields.
          <div key={index} role="group" aria-labelledby={`${listId}-group${index}`}>
            <p id={`${listId}-group${index}`} className={classes.group} role="presentation">
              {label}
            </p>
            {own.map((choice) => (
              <Option
                key={choice.id}
                id={idOf(choice) ?? ''}
                choice={choice}
                isSelected={choice === current}
                onSelect={() => select(choices.indexOf(choice))}
              />
            ))}
          </div>
        ))}
      </div>
      <div role="status">
        {said ? (
          <p key={typed} className={classes.empty}>
            {said}
          </p>
        ) : (
          typed && (
            <VisuallyHidden key={typed}>
              {t('count', { count: choices.length, number: formatNumber(choices.length, locale) })}
            </VisuallyHidden>
          )
        )}
      </div>
      <div className={classes.foot}>
        <UnstyledButton
          className={classes.footButton}
          onClick={() => {
            onChange(false);
            openSheet();
          }}
        >
          {t('shell:shortcuts.title')}{' '}
          <Kbd size="xs" dir="ltr">
            ?
          </Kbd>
        </UnstyledButton>
      </div>
    </Spotlight.Root>
  );
}

/** The selected line: the first one whenever the lines change, then as arrows and the pointer say. */
function useSelected(choices: readonly Choice[]) {
  const shown = choices.map(({ id }) => id).join();
  const [state, setState] = useState({ shown, selected: 0 });
  const selected = state.shown === shown ? state.selected : 0;
  const select = (index: number) => setState({ shown, selected: index });
  const move = (by: number) =>
    choices.length > 0 && select((selected + by + choices.length) % choices.length);
  return { selected, select, move };
}

interface OptionProps {
  id: string;
  choice: Choice;
  isSelected: boolean;
  onSelect: () => void;
}

function Option({ id, choice, isSelected, onSelect }: OptionProps) {
  const { name, detail, isReference, end, icon: Icon, run } = choice;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the same.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      className={classes.option}
      onMouseMove={isSelected ? undefined : onSelect}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {Icon && <Icon size={18} stroke={1.6} aria-hidden />}
      <span className={classes.words}>
        <span className={classes.title}>
          <bdi>{name}</bdi>
        </span>
        {detail && (
          <span className={classes.reference}>
            <bdi dir={isReference ? 'ltr' : undefined}>{detail}</bdi>
          </span>
        )}
      </span>
      {end && <span className={classes.end}>{end}</span>}
    </div>
  );
}
