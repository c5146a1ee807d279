import { EVENT_DATA, type EventExample } from '@daftar/contract/event-examples';
import { dataIn, newest, objectsChangedSince } from '@daftar/contract/event-versions';
import type { ApiVersion } from '@daftar/contract/versions';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/code-block.tsx';
import classes from './webhooks.module.css';

const TYPES = Object.keys(EVENT_DATA) as EventExample[];

/** What is sent of an event in a version, as an example. */
const exampleIn = (type: EventExample, version: ApiVersion): string =>
  JSON.stringify(dataIn(type, newest(EVENT_DATA[type]), version).data, null, 2);

const plain = (line: string) => line.replace(/,$/, '');

/** Whether a line of an example stands in no example of the other version. */
function isNewTo(type: EventExample, other: ApiVersion): (line: string) => boolean {
  const lines = new Set(exampleIn(type, other).split('\n').map(plain));
  return (line) => !lines.has(plain(line));
}

/** The examples of events that two versions say otherwise. */
function differing(one: ApiVersion, other: ApiVersion): EventExample[] {
  const changed = objectsChangedSince(one < other ? one : other);
  return TYPES.filter(
    (type) =>
      changed.includes(type.slice(0, type.indexOf('.'))) && exampleIn(type, one) !== exampleIn(type, other),
  );
}

/** What two versions send of the same event, one beside the other. */
export function VersionPreview({ from, to }: { from: ApiVersion; to: ApiVersion }) {
  const { t } = useTranslation('webhooks');
  const types = differing(from, to);
  const [chosen, setChosen] = useState<EventExample>('payment.succeeded');
  const type = types.find((each) => each === chosen) ?? types[0];
  if (!type) return <p className={classes.quiet}>{t('version.same')}</p>;
  return (
    <div className={classes.preview}>
      <NativeSelect
        label={t('version.example')}
        value={type}
        onChange={(event) => setChosen(event.currentTarget.value as EventExample)}
        data={types}
      />
      <div className={classes.versions}>
        {(
          [
            [from, to],
            [to, from],
          ] as const
        ).map(([version, other]) => (
          <section key={version} aria-label={version}>
            <h3 className={classes.heading}>
              <bdi dir="ltr">{version}</bdi>
            </h3>
            <CodeBlock text={exampleIn(type, version)} isMarked={isNewTo(type, other)} />
          </section>
        ))}
      </div>
    </div>
  );
}
