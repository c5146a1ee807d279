import { ViewRename } from '@daftar/contract/list-view';
import type { DayPeriod } from '@daftar/contract/periods';
import type { Schema } from '@daftar/contract/schema';
import { ActionIcon, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconPencil, IconReplace, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import type { ListSearch } from '../../ui/list-search.ts';
import { notify } from '../../ui/notify.tsx';
import { useRemembered } from '../../ui/remembered.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import named from '../named-list.module.css';
import { asView, fromView, type KeptView, periodsOf } from './views.ts';

/** What a person fills in, and what the list shows. */
export type ViewEntry = {
  list: string;
  name: string;
  query: Record<string, string>;
  period: DayPeriod | null;
  columns: string | null;
  is_shared: boolean;
};

interface ViewsPanelProps {
  /** The list's name in the contract. */
  list: string;
  search: ListSearch;
  /** The filters of the list: its range of days follows the calendar in a view. */
  fields: readonly FilterField[];
  onDone: () => void;
  views: readonly KeptView[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Checks a {@link ViewEntry}. */
  form: Schema;
  /** Whether the person may keep views, and take away their own. */
  mayChange?: boolean;
  /** Whether the person may share views, and take away shared ones. */
  mayShare?: boolean;
  /** Keeps a view. @returns the sentence to show */
  onSave: (entry: ViewEntry, idempotencyKey: string) => Promise<string>;
  /** Gives a view another name, where that can be done. @returns the sentence to show */
  onRename?: (id: number, name: string) => Promise<string>;
  /** Replaces what a view keeps by what is shown, where that can be done. */
  onReplace?: (id: number, shown: Pick<ViewEntry, 'query' | 'period'>) => Promise<unknown>;
  onRemove: (id: number) => Promise<unknown>;
}

/** The views, and a form that keeps what is shown as another. */
export function ViewsPanel(props: ViewsPanelProps) {
  const { search, fields, views, error, mayChange = true, mayShare = false, onDone, onRetry } = props;
  const { onRename, onReplace, onRemove } = props;
  const { t } = useTranslation('common');
  const [, setColumns] = useRemembered(`daftar.columns.${search.list}`);
  const [renamed, setRenamed] = useState<number | null>(null);
  const open = (view: KeptView) => {
    const { filters, sort } = fromView(view, fields, Date.now());
    if (view.columns !== undefined) setColumns(view.columns);
    search.show(filters, sort);
    onDone();
  };
  const replace = async ({ id, name, is_shared }: KeptView) => {
    const [period = null] = periodsOf(search.filters, fields, Date.now());
    const text = is_shared ? t('views.replaceShared') : t('views.replaceOwn');
    if (await confirm({ title: t('views.replaceTitle', { name }), text, confirm: t('views.replace') }))
      await onReplace?.(id, asView(search, fields, period));
  };
  // Who has shared a view and may no longer can only take it away.
  const mayEdit = ({ is_shared }: KeptView) => mayChange && (!is_shared || mayShare);
  const remove = async ({ id, name, is_shared }: KeptView) => {
    const text = is_shared ? t('views.removeShared') : t('views.removeOwn');
    const title = t('views.removeTitle', { name });
    if (await confirm({ title, text, confirm: t('views.remove'), danger: true })) await onRemove(id);
  };
  if (error && !views) return <ErrorBox error={error} onRetry={onRetry} />;
  return (
    <>
      {!views && <Skeleton />}
      {views?.length === 0 && <p className={named.none}>{t('views.none')}</p>}
      {views && views.length > 0 && (
        <ul className={named.rows}>
          {views.map((view) => (
            <li key={view.id}>
              {onRename && renamed === view.id ? (
                <RenameForm view={view} onRename={onRename} onDone={() => setRenamed(null)} />
              ) : (
                <>
                  <ViewRow view={view} onOpen={() => open(view)} />
                  {onRename && mayEdit(view) && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={28}
                      aria-label={t('views.renameNamed', { name: view.name })}
                      onClick={() => setRenamed(view.id)}
                    >
                      <IconPencil size={15} aria-hidden />
                    </ActionIcon>
                  )}
                  {onReplace && mayEdit(view) && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={28}
                      aria-label={t('views.replaceNamed', { name: view.name })}
                      onClick={() => void replace(view)}
                    >
                      <IconReplace size={15} aria-hidden />
                    </ActionIcon>
                  )}
                  {mayChange && (view.is_mine !== false || mayShare) && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={28}
                      aria-label={t('views.removeNamed', { name: view.name })}
                      onClick={() => void remove(view)}
                    >
                      <IconTrash size={15} aria-hidden />
                    </ActionIcon>
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <SaveForm key={JSON.stringify([search.filters, search.sort])} {...props} />}
    </>
  );
}

/** A view's name, which opens it. */
function ViewRow({ view, onOpen }: { view: KeptView; onOpen: () => void }) {
  const { t } = useTranslation('common');
  const sharedBy = view.is_shared ? t('views.sharedBy', { name: view.saved_by ?? '' }) : undefined;
  return (
    <button type="button" className={named.row} onClick={onOpen}>
      <bdi>{view.name}</bdi>
      {sharedBy && (
        <span className={named.shared} title={sharedBy}>
          <IconUsers size={14} aria-label={sharedBy} />
        </span>
      )}
    </button>
  );
}

interface RenameFormProps {
  view: KeptView;
  onRename: (id: number, name: string) => Promise<string>;
  onDone: () => void;
}

/** Gives a view another name. */
function RenameForm({ view, onRename, onDone }: RenameFormProps) {
  const { t } = useTranslation('common');
  const form = useContractForm<{ name: string }>(ViewRename, {
    initialValues: { name: view.name },
    submit: async ({ name }) => {
      notify.success(await onRename(view.id, name));
      onDone();
    },
  });
  return (
    <Form form={form} className={named.rename} label={t('views.renameNamed', { name: view.name })}>
      <TextInput
        {...form.field('name')}
        size="sm"
        aria-label={t('views.name')}
        autoComplete="off"
        autoFocus
      />
      <SubmitButton form={form} size="sm">
        {t('save')}
      </SubmitButton>
    </Form>
  );
}

/** Keeps what the list shows: its days as they are, or as a period that they are now. */
function SaveForm({ list, search, fields, form: schema, mayShare, onSave }: ViewsPanelProps) {
  const { t } = useTranslation('common');
  const [columns] = useRemembered(`daftar.columns.${search.list}`);
  const periods = periodsOf(search.filters, fields, Date.now());
  const form = useContractForm<ViewEntry>(schema, {
    initialValues: {
      list,
      name: '',
      is_shared: false,
      columns: null,
      ...asView(search, fields, periods[0] ?? null),
    },
    submit: async (entry, { idempotencyKey }) => {
      notify.success(await onSave({ ...entry, columns }, idempotencyKey));
      form.reset();
    },
  });
  return (
    <Form form={form} className={named.form} label={t('views.save')}>
      <TextInput {...form.field('name')} size="sm" label={t('views.name')} autoComplete="off" />
      {periods.length > 0 && (
        <NativeSelect
          size="sm"
          label={t('views.days')}
          value={form.values.period ?? ''}
          onChange={({ currentTarget: { value } }) =>
            form.setAll(asView(search, fields, periods.find((period) => period === value) ?? null))
          }
          data={[
            ...periods.map((value) => ({ value, label: t(`preset.${value}`) })),
            { value: '', label: t('views.sameDays') },
          ]}
        />
      )}
      {mayShare && (
        <Checkbox
          size="xs"
          label={t('views.share')}
          checked={form.values.is_shared}
          onChange={(event) => form.set('is_shared', event.currentTarget.checked)}
        />
      )}
      <SubmitButton form={form}>{t('views.save')}</SubmitButton>
    </Form>
  );
}
