import type { BusinessUser, UserKey } from '@daftar/contract/team';
import { Checkbox } from '@mantine/core';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { sentenceOf } from '../../../ui/errors.ts';
import { notify } from '../../../ui/notify.tsx';
import { keysOf } from '../api.ts';
import classes from './confirm-going.module.css';

interface Words {
  title: string;
  text: string;
  confirm: string;
}

/**
 * Asks before a person is deactivated or deleted, listing the API keys that end with them.
 * @param words null: asks only if there are keys.
 * @returns the keys to keep; null when canceled.
 */
export async function confirmGoing(user: BusinessUser, words: Words | null): Promise<number[] | null> {
  const t = i18next.getFixedT(null, 'team');
  const name = `${user.first_name} ${user.last_name}`;
  let keys: UserKey[];
  try {
    keys = await keysOf(user.id);
  } catch (error) {
    notify.error(sentenceOf(error, i18next.t));
    return null;
  }
  if (keys.length === 0 && !words) return [];
  const kept = new Set<number>();
  const agreed = await confirm({
    title: words?.title ?? t('going.title', { name }),
    text: (
      <>
        {words?.text}
        {keys.length > 0 && <EndingKeys keys={keys} name={name} kept={kept} />}
      </>
    ),
    confirm: words?.confirm ?? t('going.confirm'),
    danger: true,
  });
  return agreed ? [...kept] : null;
}

function EndingKeys({ keys, name, kept }: { keys: UserKey[]; name: string; kept: Set<number> }) {
  const { t } = useTranslation('team');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const choose = (id: number, keep: boolean) => {
    if (keep) kept.add(id);
    else kept.delete(id);
    setChosen([...kept]);
  };
  return (
    <div className={classes.keys}>
      <p>{t('going.keys', { name })}</p>
      <ul className={classes.list}>
        {keys.map((key) => {
          const label = key.name || t('going.own');
          return (
            <li key={key.id} className={classes.key}>
              <div>
                <p className={classes.name}>
                  <bdi>{label}</bdi> · {t(`going.mode.${key.mode}`)}
                </p>
                <p className={classes.facts}>
                  <bdi dir="ltr">{key.shown}</bdi>
                  {' · '}
                  {key.last_used_at ? (
                    <>
                      {t('going.used')} <DateText value={key.last_used_at} />
                    </>
                  ) : (
                    t('going.neverUsed')
                  )}
                </p>
              </div>
              <Checkbox
                label={t('going.keep')}
                aria-label={`${t('going.keep')}: ${label}`}
                checked={chosen.includes(key.id)}
                onChange={(event) => choose(key.id, event.currentTarget.checked)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
