import type { OperatorDirectory } from '@daftar/contract/ops-directory';
import { OwnPassword } from '@daftar/contract/step-up';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date.tsx';
import { Facts, Section } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { withSearch } from '../../ui/path.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { auditPath } from '../paths/audit.ts';
import { useAsk } from '../shared/ask.tsx';
import cells from '../shared/cells.module.css';
import { useMay, useMaySee } from '../shared/operator.ts';
import { makeDirectoryToken, revokeDirectoryToken, useDirectory } from './api.ts';
import { Copied, NewToken } from './components/new-token.tsx';
import classes from './operators.module.css';

/** `/ops/operator-directory`: with which token the company's directory keeps operators, which groups have which role, what it did. */
export default function DirectoryPage() {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const { data, error, refetch } = useDirectory();
  const settings = data?.data;
  return (
    <>
      <PageHeader title={t('directory.title')} text={t('directory.text')} />
      {error && !settings && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && !settings && <Skeleton width="60%" />}
      {settings && (
        <div className={classes.sections}>
          <Connection settings={settings} />
          <Mapping settings={settings} />
          <Recent settings={settings} />
        </div>
      )}
    </>
  );
}

function Connection({ settings }: { settings: OperatorDirectory }) {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const locale = useLocale();
  const may = useMay();
  const { url, domain, token, people } = settings;
  return (
    <Section
      title={t('directory.connection')}
      actions={
        <StatusChip kind={token ? 'success' : 'closed'}>
          {t(token ? 'directory.on' : 'directory.off')}
        </StatusChip>
      }
    >
      {domain === null ? (
        <p>{t('directory.notAllowed')}</p>
      ) : (
        <>
          <Facts
            facts={[
              {
                label: t('directory.url'),
                wide: true,
                value: <Copied value={url} label={t('directory.copyUrl')} />,
              },
              { label: t('directory.domain'), value: <bdi dir="ltr">{domain}</bdi> },
              ...(token
                ? [
                    { label: t('directory.people'), value: formatNumber(people, locale) },
                    { label: t('directory.token'), value: <bdi dir="ltr">{token.shown}…</bdi> },
                    { label: t('directory.madeBy'), value: <Email value={token.made_by} /> },
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
          {token?.maker_left && <p>{t('directory.makerLeft', { email: token.made_by })}</p>}
        </>
      )}
      {may('ops:operators') && <Actions settings={settings} />}
    </Section>
  );
}

function Actions({ settings: { domain, token, url } }: { settings: OperatorDirectory }) {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const { ask, dialog } = useAsk();
  const [made, setMade] = useState<string | null>(null);
  const password = {
    name: 'current_password',
    label: t('ops:ownPassword'),
    kind: 'password',
    help: t('ownPasswordHelp'),
  } as const;
  const make = () =>
    ask({
      title: t(token ? 'directory.replaceTitle' : 'directory.makeTitle'),
      text: t(token ? 'directory.replaceText' : 'directory.makeText'),
      schema: OwnPassword,
      fields: [password],
      submit: t(token ? 'directory.replace' : 'directory.make'),
      danger: token !== null,
      send: async (body) => {
        const { data, message } = await makeDirectoryToken(body);
        setMade(data.new_token);
        return { message };
      },
    });
  const revoke = () =>
    ask({
      title: t('directory.revokeTitle'),
      text: t('directory.revokeText'),
      schema: OwnPassword,
      fields: [{ ...password, help: t('directory.revokeHelp') }],
      submit: t('directory.revoke'),
      danger: true,
      send: revokeDirectoryToken,
    });
  return (
    <Group gap="xs" mt="md">
      {domain !== null && (
        <Button variant={token ? 'default' : 'filled'} onClick={make}>
          {t(token ? 'directory.replace' : 'directory.make')}
        </Button>
      )}
      {token && (
        <Button variant="default" color="red" onClick={revoke}>
          {t('directory.revoke')}
        </Button>
      )}
      {dialog}
      <NewToken url={url} token={made} onClose={() => setMade(null)} />
    </Group>
  );
}

function Mapping({ settings: { mapping, token } }: { settings: OperatorDirectory }) {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const locale = useLocale();
  if (mapping.length === 0) return null;
  return (
    <Section title={t('directory.mapping')}>
      <p className={classes.quiet}>{t('directory.mappingText')}</p>
      <ol className={classes.list} aria-label={t('directory.mapping')}>
        {mapping.map(({ group, role, operators }) => (
          <li key={group}>
            <div className={classes.who}>
              <strong>
                <bdi>{group}</bdi>
              </strong>
              {token && (
                <span className={classes.quiet}>
                  {operators === null
                    ? t('directory.notSent')
                    : t('directory.members', { count: operators, number: formatNumber(operators, locale) })}
                </span>
              )}
            </div>
            <span>{t(`ops:role.${role}`)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Recent({ settings: { recent, token } }: { settings: OperatorDirectory }) {
  const { t } = useTranslation('ops-operators');
  const may = useMaySee();
  if (recent.length === 0 && !token) return null;
  return (
    <Section
      title={t('directory.recent')}
      actions={
        recent.length > 0 &&
        may('ops:audit') && (
          <Link to={withSearch(auditPath, { actor: 'scim' })} className={cells.link}>
            {t('directory.all')}
          </Link>
        )
      }
    >
      {recent.length === 0 && <p className={classes.quiet}>{t('directory.nothingYet')}</p>}
      <ul className={classes.list} aria-label={t('directory.recent')}>
        {recent.map(({ id, at, action_name, subject }) => (
          <li key={id}>
            <div className={classes.who}>
              <span>{action_name}</span>
              {subject && (
                <span className={classes.quiet}>
                  <bdi>{subject}</bdi>
                </span>
              )}
            </div>
            <span className={classes.quiet}>
              <DateText value={at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
