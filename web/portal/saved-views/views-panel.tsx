import { MAY_SHARE_VIEWS, type SavedView, SavedViewForm, type ViewList } from '@daftar/contract/saved-views';
import { ActionIcon, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import type { ListSearch } from '../../ui/list-search.ts';
import { notify } from '../../ui/notify.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import named from '../shared/named-list.module.css';
import { useCan } from '../shared/permissions.ts';
import { useDeleteView, useSaveView, useViews } from './api.ts';
import { asView, fromView, periodsOf } from './views.ts';

interface ViewsPanelProps {
  list: ViewList;
  search: ListSearch;
  fields: readonly FilterField[];
  onDone: () => void;
}

/** The views, and a form that keeps what is shown as another. */
export default function ViewsPanel({ list, search, fields, onDone }: ViewsPanelProps) {
  const { t } = useTranslation('common');
  const { data, error, refetch } = useViews(list);
  const { run } = useDeleteView();
  const mayShare = useCan()(MAY_SHARE_VIEWS);
  const views = data?.data;
  const open = (view: SavedView) => {
    const { filters, sort } = fromView(view, fields, Date.now());
    search.show(filters, sort);
    onDone();
  };
  const remove = async ({ id, name, is_shared }: SavedView) => {
    const text = is_shared ? t('views.removeShared') : t('views.removeOwn');
    const title = t('views.removeTitle', { name });
    if (await confirm({ title, text, confirm: t('views.remove'), danger: true }))
      await run({ params: { id } });
  };
  if (error && !views) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {!views && <Skeleton />}
      {views?.length === 0 && <p className={named.none}>{t('views.none')}</p>}
      {views && views.length > 0 && (
        <ul className={named.rows}>
          {views.map((view) => (
            <li key={view.id}>
              <button type="button" className={named.row} onClick={() => open(view)}>
                <bdi>{view.name}</bdi>
                {view.is_shared && (
                  <span className={named.shared} title={t('views.sharedBy', { name: view.saved_by })}>
                    <IconUsers size={14} aria-label={t('views.sharedBy', { name: view.saved_by })} />
                  </span>
                )}
              </button>
              {(view.is_mine || mayShare) && (
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
            </li>
          ))}
        </ul>
      )}
      <SaveForm
        key={JSON.stringify([search.filters, search.sort])}
        list={list}
        search={search}
        fields={fields}
        mayShare={mayShare}
      />
    </>
  );
}

interface SaveFormProps extends Omit<ViewsPanelProps, 'onDone'> {
  mayShare: boolean;
}

/** Keeps what the list shows: its days as they are, or as a period that they are now. */
function SaveForm({ list, search, fields, mayShare }: SaveFormProps) {
  const { t } = useTranslation('common');
  const { send } = useSaveView();
  const periods = periodsOf(search.filters, fields, Date.now());
  const form = useContractForm(SavedViewForm, {
    initialValues: {
      list,
      name: '',
      is_shared: false,
      ...asView(search, fields, periods[0] ?? null),
    },
    submit: async (body, { idempotencyKey }) => {
      notify.success((await send({ body, idempotencyKey })).message);
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
