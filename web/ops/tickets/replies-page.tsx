import { type CannedReply, CannedReplyForm } from '@daftar/contract/ops-replies';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconMessages, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { WholeList } from '../../ui/whole-list.tsx';
import { useMay } from '../shared/operator.ts';
import { archiveReply, restoreReply, saveReply, useReplies } from './api.ts';
import classes from './tickets.module.css';

/** `/ops/canned-replies`: prepared answers to tickets, in both languages. */
export default function RepliesPage() {
  const { t } = useTranslation('ops-tickets');
  const { data, error, refetch } = useReplies();
  const may = useMay();
  const [open, setOpen] = useState<CannedReply | 'new' | null>(null);
  const shown = useKept(open);
  const replies = data?.data;
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={t('replies')}
        text={t('repliesText')}
        actions={
          may('ops:canned-replies') && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
              {t('addReply')}
            </Button>
          )
        }
      />
      {error && !replies && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && !replies && <Skeleton width="60%" />}
      {replies?.length === 0 && <EmptyState icon={IconMessages} title={t('noReplies')} />}
      {replies && replies.length > 0 && (
        <WholeList
          title={t('replies')}
          rows={replies}
          textOf={({ name, text_en, text_ar }) => [name, text_en, text_ar]}
        >
          {(found) => (
            <ul className={classes.notes} aria-label={t('replies')}>
              {found.map((reply) => (
                <li key={reply.id} className={classes.note}>
                  <Reply reply={reply} onEdit={() => setOpen(reply)} />
                </li>
              ))}
            </ul>
          )}
        </WholeList>
      )}
      <SideDrawer
        opened={open !== null}
        onClose={close}
        title={t(shown === 'new' ? 'addReply' : 'editReply')}
      >
        {shown && may('ops:canned-replies') && (
          <ReplyFields reply={shown === 'new' ? null : shown} onDone={close} />
        )}
      </SideDrawer>
    </>
  );
}

function Reply({ reply, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const { t } = useTranslation('ops-tickets');
  const may = useMay();
  const { id, name, is_archived: isArchived } = reply;
  const archive = async () => {
    const agreed = await confirm({
      title: t('archiveTitle', { name }),
      text: t('archiveText'),
      confirm: t('archive'),
    });
    if (agreed) await archiveReply(id);
  };
  return (
    <>
      <div className={classes.replyHead}>
        <h2 className={classes.replyName} dir="auto">
          {name}
        </h2>
        {isArchived && <StatusChip kind="closed">{t('archived')}</StatusChip>}
        {may('ops:canned-replies') && (
          <RowMenu
            name={name}
            actions={() => [
              { label: t('edit'), icon: IconPencil, onClick: onEdit },
              isArchived
                ? { label: t('restore'), icon: IconArchiveOff, onClick: () => void restoreReply(id) }
                : { label: t('archive'), icon: IconArchive, onClick: () => void archive() },
            ]}
          />
        )}
      </div>
      <p className={classes.text} dir="ltr" lang="en">
        {reply.text_en}
      </p>
      <p className={classes.text} dir="rtl" lang="ar">
        {reply.text_ar}
      </p>
    </>
  );
}

function ReplyFields({ reply, onDone }: { reply: CannedReply | null; onDone: () => void }) {
  const { t } = useTranslation('ops-tickets');
  const form = useContractForm<CannedReplyForm>(CannedReplyForm, {
    initialValues: {
      name: reply?.name ?? '',
      text_en: reply?.text_en ?? '',
      text_ar: reply?.text_ar ?? '',
    },
    submit: async (values) => {
      const { message } = await saveReply(reply?.id ?? null, values);
      notify.success(message);
      onDone();
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.quiet}>{t('repliesText')}</p>
      <TextInput {...form.field('name')} withAsterisk label={t('replyName')} dir="auto" />
      <Textarea
        {...form.field('text_en')}
        withAsterisk
        label={t('replyEn')}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={3000}
        dir="ltr"
        lang="en"
      />
      <Textarea
        {...form.field('text_ar')}
        withAsterisk
        label={t('replyAr')}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={3000}
        dir="rtl"
        lang="ar"
      />
      <div>
        <SubmitButton form={form}>{t('saveReply')}</SubmitButton>
      </div>
    </Form>
  );
}
