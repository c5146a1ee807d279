import { type Scim, ScimForm } from '@daftar/contract/scim';
import { Anchor, Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { isAbort } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { notify } from '../../../ui/notify.tsx';
import { withSearch } from '../../../ui/path.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { stepUp } from '../../auth/index.ts';
import { auditPath } from '../../paths/audit.ts';
import { useCan, useMay } from '../../shared/permissions.ts';
import { reasonOf } from '../../shared/use-action.ts';
import { useRoles } from '../api.ts';
import { useMakeDirectoryToken, useRevokeDirectory, useSetStartingRole } from '../directory-api.ts';
import { Copied } from './copied.tsx';
import parts from './directory.module.css';
import classes from './user-drawer.module.css';

interface DirectoryProps {
  settings: Scim;
  opened: boolean;
  onClose: () => void;
  /** A token was made, which is shown once. */
  onMade: (token: string) => void;
}

/** The address and token that a company's directory needs, with which role its people begin, and what it did lately. */
export function DirectoryDrawer({ settings, opened, onClose, onMade }: DirectoryProps) {
  const { t } = useTranslation('team');
  const may = useMay();
  const { token, url } = settings;
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('directory.title')} unsavedText={t('user.leave')}>
      <div className={classes.form}>
        <p className={classes.lead}>{t('directory.help')}</p>
        <Facts
          facts={[
            {
              label: t('directory.url'),
              wide: true,
              value: <Copied value={url} label={t('directory.copyUrl')} />,
            },
            ...(token
              ? [
                  { label: t('directory.token'), value: <bdi dir="ltr">{token.shown}…</bdi> },
                  { label: t('directory.madeBy'), value: <bdi>{token.made_by}</bdi> },
                  { label: t('directory.madeAt'), value: <DateText value={token.made_at} /> },
                  {
                    label: t('directory.lastUsed'),
                    value: token.last_used_at ? (
                      <DateText value={token.last_used_at} />
                    ) : (
                      t('directory.neverUsed')
                    ),
                  },
                ]
              : []),
          ]}
        />
        {token?.maker_left && <p>{t('directory.makerLeft', { name: token.made_by })}</p>}
        {token && <Recent settings={settings} />}
        {may('require-two-step') && <Fields settings={settings} onMade={onMade} onDone={onClose} />}
      </div>
    </SideDrawer>
  );
}

function Recent({ settings: { recent } }: { settings: Scim }) {
  const { t } = useTranslation('team');
  const can = useCan();
  return (
    <section aria-labelledby="directory-recent">
      <h3 id="directory-recent" className={parts.heading}>
        {t('directory.recent')}
      </h3>
      {recent.length === 0 && <p className={classes.lead}>{t('directory.nothingYet')}</p>}
      <ul className={parts.events}>
        {recent.map(({ id, created_at, action_name, subject }) => (
          <li key={id} className={parts.event}>
            <span>
              {action_name}
              {subject && (
                <>
                  {': '}
                  <bdi>{subject}</bdi>
                </>
              )}
            </span>
            <span className={parts.when}>
              <DateText value={created_at} />
            </span>
          </li>
        ))}
      </ul>
      {recent.length > 0 && can('view-audit-log') && (
        <Anchor component={Link} to={withSearch(auditPath, { actor: 'scim' })} underline="always">
          {t('directory.all')}
        </Anchor>
      )}
    </section>
  );
}

interface FieldsProps {
  settings: Scim;
  onMade: (token: string) => void;
  onDone: () => void;
}

function Fields({ settings: { token }, onMade, onDone }: FieldsProps) {
  const { t } = useTranslation(['team', 'common']);
  // The first role is the owner's.
  const roles = (useRoles().data?.data ?? []).filter(({ editable }) => editable);
  const make = useMakeDirectoryToken();
  const save = useSetStartingRole();
  const revoke = useRevokeDirectory();
  const form = useContractForm<{ starting_role_id: string }>(ScimForm, {
    initialValues: { starting_role_id: token ? String(token.starting_role_id) : '' },
    submit: async (body) => {
      const question = {
        title: t('company.proveTitle'),
        text: t(token ? 'directory.proveRole' : 'directory.proveToken'),
        submit: t(token ? 'common:save' : 'directory.make'),
      };
      if (token) {
        notify.success(
          (await stepUp(question, (proof) => save.send({ body: { ...body, ...proof } }))).message,
        );
        onDone();
      } else {
        const made = await stepUp(question, (proof) => make.send({ body: { ...body, ...proof } }));
        onMade(made.data.new_token);
      }
    },
  });
  const report = (error: unknown) => {
    if (!isAbort(error)) notify.error(reasonOf(error));
  };
  const replace = () =>
    token &&
    stepUp(
      {
        title: t('directory.replaceTitle'),
        text: t('directory.replaceText'),
        submit: t('directory.replace'),
        danger: true,
      },
      async (proof) => {
        const body = { starting_role_id: token.starting_role_id, ...proof };
        onMade((await make.send({ body })).data.new_token);
      },
    ).catch(report);
  const end = () =>
    stepUp(
      {
        title: t('directory.revokeTitle'),
        text: t('directory.revokeText'),
        submit: t('directory.revoke'),
        danger: true,
      },
      async (proof) => {
        notify.success((await revoke.send({ body: proof })).message);
        onDone();
      },
    ).catch(report);
  return (
    <Form form={form} className={classes.form}>
      <NativeSelect
        {...form.field('starting_role_id')}
        withAsterisk
        label={t('directory.startingRole')}
        description={t('directory.startingRoleHelp')}
        data={[
          { value: '', label: t('field.chooseRole'), disabled: true },
          ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t(token ? 'common:save' : 'directory.make')}</SubmitButton>
        {token && (
          <>
            <Button variant="default" onClick={() => void replace()}>
              {t('directory.replace')}
            </Button>
            <Button variant="default" color="red" onClick={() => void end()}>
              {t('directory.revoke')}
            </Button>
          </>
        )}
        <LeaveButton />
      </div>
    </Form>
  );
}
