import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DueDate } from '../../ui/date.tsx';
import { type Fact, Facts } from '../../ui/detail-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLocale } from '../../ui/locale.ts';
import { textKey } from '../../ui/text-key.ts';
import { useFormLookups } from './lookups.ts';
import { NOTIFY_FIELDS, REQUIRED_FIELDS, WAYS } from './payer-fields.ts';
import classes from './review-modal.module.css';
import { type SendWay, SendWays } from './send-ways.tsx';
import { Sums } from './sums.tsx';
import type { PayableSums, PayableValues, SendBy } from './values.ts';

interface ReviewModalProps {
  title: string;
  /** Facts of the noun's own, after the name. */
  facts: readonly Fact[];
  /** When it is due, if not as the form says: null for never. */
  due?: string | null;
  /** A note under the totals. */
  note?: ReactNode;
  opened: boolean;
  values: PayableValues;
  sums: PayableSums;
  code: string;
  rate: number | undefined;
  saving: boolean;
  /** It can be sent now, or only saved. */
  sends?: boolean;
  onCancel: () => void;
  onSave: () => void;
  onSend: (by: SendBy) => void;
  /** Called when the modal has closed. */
  onClosed: () => void;
}

/** The complete entry, before it is saved. */
export function ReviewModal(props: ReviewModalProps) {
  const { title, opened, saving, sends = false, onCancel, onSave, onSend, onClosed, note, ...entry } = props;
  const { t } = useTranslation(['payables', 'common']);
  return (
    <Dialog
      opened={opened}
      onClose={onCancel}
      busy={saving}
      title={title}
      size="lg"
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      classNames={{ title: classes.title }}
    >
      <div className={classes.review}>
        <Entry {...entry} withWays={!sends} />
        <Sums sums={entry.sums} code={entry.code} rate={entry.rate} />
        {note}
        {sends ? (
          <SaveOrSend values={entry.values} saving={saving} {...{ onCancel, onSave, onSend }} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel} disabled={saving}>
              {t('common:cancel')}
            </Button>
            <Button onClick={onSave} loading={saving} aria-busy={saving} data-autofocus>
              {t('common:save')}
            </Button>
          </Group>
        )}
      </div>
    </Dialog>
  );
}

type SaveOrSendProps = Pick<ReviewModalProps, 'values' | 'saving' | 'onCancel' | 'onSave' | 'onSend'>;

/** Saves without sending, or sends by the channels chosen here. */
function SaveOrSend({ values, saving, onCancel, onSave, onSend }: SaveOrSendProps) {
  const { t } = useTranslation(['payables', 'common']);
  const [ways, setWays] = useState<readonly SendWay[]>(NOTIFY_FIELDS.filter((name) => values[name]));
  const [pressed, setPressed] = useState<'save' | 'send' | null>(null);
  const lacks = pressed === 'send' && ways.length === 0;
  const send = () => {
    setPressed('send');
    if (ways.length > 0)
      onSend({
        notify_by_email: ways.includes('notify_by_email'),
        notify_by_sms: ways.includes('notify_by_sms'),
      });
  };
  const save = () => {
    setPressed('save');
    onSave();
  };
  return (
    <>
      <SendWays
        label={t('review.sendBy')}
        description={t('review.saveSendsNothing')}
        ways={ways}
        onChange={(chosen) => {
          setWays(chosen);
          setPressed(null);
        }}
        error={lacks && t('review.sendByNothing')}
        disabled={saving}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel} disabled={saving}>
          {t('common:cancel')}
        </Button>
        <Button
          variant="default"
          onClick={save}
          loading={saving && pressed === 'save'}
          disabled={saving}
          aria-busy={saving && pressed === 'save'}
        >
          {t('common:save')}
        </Button>
        <Button
          onClick={send}
          loading={saving && pressed === 'send'}
          disabled={saving}
          aria-busy={saving && pressed === 'send'}
          data-autofocus
        >
          {t('review.send')}
        </Button>
      </Group>
    </>
  );
}

type EntryProps = Pick<ReviewModalProps, 'values' | 'facts' | 'due'> & { withWays: boolean };

function Entry({ values, facts, due = values.due_date, withWays }: EntryProps) {
  const { t } = useTranslation(['payables', 'messages']);
  const locale = useLocale();
  const { methods } = useFormLookups();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const named = (names: readonly string[], none: string) => (names.length > 0 ? list.format(names) : none);
  const chosen = (methods.data?.data ?? []).filter(({ id }) => values.payment_methods.includes(id));
  const asked = REQUIRED_FIELDS.filter((name) => values[name]).map((name) => t(`field.${name}`));
  const told = NOTIFY_FIELDS.filter((name) => values[name]).map((name) => t(WAYS[name]));
  const all: Fact[] = [
    { label: t('column.name'), value: <bdi>{values.invoice_name}</bdi> },
    ...facts,
    { label: t('field.due'), value: due ? <DueDate value={due} /> : t('review.noDue') },
    { label: t('field.language'), value: t(textKey('messages:language.', values.language)) },
    {
      label: t('field.methods'),
      value: named(
        chosen.map(({ name }) => name),
        t('review.allMethods'),
      ),
    },
    { label: t('part.payer'), value: named(asked, t('review.nothing')) },
    ...(withWays ? [{ label: t('part.notify'), value: named(told, t('review.nothing')) }] : []),
    {
      label: t('field.description'),
      value: values.description && <bdi>{values.description}</bdi>,
      wide: true,
    },
    { label: t('field.notes'), value: values.notes && <bdi>{values.notes}</bdi>, wide: true },
  ];
  return <Facts facts={all} />;
}
