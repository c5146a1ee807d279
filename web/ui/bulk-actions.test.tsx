import { act as flush, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { type BulkAction, BulkActions } from './bulk-actions.tsx';
import { ApiError, NetworkError } from './errors.ts';
import { MAX_AT_ONCE, runMany, WAITS } from './run-many.ts';
import { announced, button, press, renderAt, toasts, type, until } from './testing/render.tsx';
import { useSelection } from './use-selection.ts';

interface Row {
  id: number;
  name: string;
}
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `LNK-${index + 1}` }));

function Chosen({ rows, action }: { rows: Row[]; action: Partial<BulkAction<Row>> }) {
  const { selection, rows: selected } = useSelection(rows, ({ id }) => id);
  return (
    <>
      <button type="button" onClick={() => selection.onChange(new Set(rows.map(({ id }) => id)))}>
        All
      </button>
      <BulkActions
        selection={selection}
        rows={selected}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={[
          {
            label: 'Deactivate',
            ask: (asked) => ({ title: `Deactivate ${asked.length}?`, text: 'Nobody can pay.' }),
            act: async () => {},
            ...action,
          },
        ]}
      />
    </>
  );
}

/** The list on a screen that can be left. */
function Screen(props: { rows: Row[]; action: Partial<BulkAction<Row>> }) {
  const [isHere, setHere] = useState(true);
  return (
    <>
      {isHere && <Chosen {...props} />}
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
    </>
  );
}

/** Selects all, presses the action and confirms what is asked. */
async function run(rows: Row[], action: Partial<BulkAction<Row>>) {
  await renderAt('/', <Screen rows={rows} action={action} />);
  await press('All');
  await press('Deactivate');
  return confirm();
}

/** Confirms what is asked. @returns what the screen said */
async function confirm() {
  await until(() => expect(document.body.textContent).toContain('Nobody can pay.'));
  const asked = document.body.textContent ?? '';
  const [confirmed] = [...document.querySelectorAll('[role="dialog"] button')].filter(
    ({ textContent }) => textContent === 'Deactivate',
  );
  if (!confirmed) throw new Error('nothing to confirm');
  await press(confirmed);
  return asked;
}

test('an action is done to each selected row that it fits, once and with a key of its own, and the others are named', async () => {
  const done: string[] = [];
  const after = vi.fn();
  const asked = await run(rowsOf(4), {
    fits: ({ id }) => id !== 3,
    act: async ({ name }, key) => done.push(`${name} ${key}`),
    after,
  });
  expect(asked).toContain('Deactivate 3?');
  expect(asked).toContain('1 selected row is left out');
  await until(() => expect(after).toHaveBeenCalledOnce());
  expect(done.map((one) => one.split(' ')[0])).toEqual(['LNK-1', 'LNK-2', 'LNK-4']);
  expect(new Set(done.map((one) => one.split(' ')[1])).size).toBe(3);
});

test('rows that could not be changed stay selected, each with the reason of the server', async () => {
  await run(rowsOf(3), {
    act: async ({ id }) => {
      if (id === 2) throw new ApiError(409, { message: 'It was paid meanwhile' });
    },
  });
  await until(() => expect(document.body.textContent).toContain('LNK-2It was paid meanwhile'));
  expect(announced()).toContain('2 done');
  expect(document.body.textContent).not.toContain('LNK-1');
  expect(announced()).toContain('1 selected');
});

test('a row that is not there any more is named, and does not stay selected', async () => {
  await run(rowsOf(3), {
    act: async ({ id }) => {
      if (id === 2) throw new ApiError(404, {});
      if (id === 3) throw new ApiError(409, { message: 'It was paid meanwhile' });
    },
  });
  await until(() => expect(document.body.textContent).toContain('1 is no longer there'));
  expect(document.body.textContent).toContain('somebody else was faster:LNK-2');
  expect(document.body.textContent).toContain('1 stays selected:LNK-3');
  expect(announced()).toContain('1 selected');
});

test('what only waits for approval is not said to be done, nor to have failed', async () => {
  await run(rowsOf(3), { act: async ({ id }) => (id === 2 ? WAITS : undefined) });
  await until(() => expect(document.body.textContent).toContain('1 waits for approval'));
  expect(announced()).toContain('2 done');
  expect(document.body.textContent).not.toContain('selected');
});

test('a row without an answer is not said to be undone', async () => {
  await run(rowsOf(2), {
    act: async () => {
      throw new ApiError(500, {});
    },
  });
  await until(() => expect(document.body.textContent).toContain('2 stay selected:'));
  expect(document.body.textContent).toContain('it may have been done');
  expect(document.body.textContent).not.toContain('not done');
});

test('a second press before the question is answered asks and does nothing more', async () => {
  const act = vi.fn(async () => {});
  await renderAt('/', <Chosen rows={rowsOf(2)} action={{ act }} />);
  await press('All');
  const pressed = button('Deactivate');
  await flush(async () => {
    pressed.click();
    pressed.click();
  });
  await confirm();
  await until(() => expect(act).toHaveBeenCalledTimes(2));
  await until(() => expect(document.body.textContent).not.toContain('Nobody can pay.'));
});

test('leaving the page stops before the next row, and says how much was done', async () => {
  const done: number[] = [];
  const act = async ({ id }: Row) => {
    done.push(id);
    if (id === 2) flushSync(() => button('Leave').click());
  };
  await run(rowsOf(4), { act });
  await until(() => expect(toasts().join()).toContain('2 of 4'));
  expect(done).toEqual([1, 2]);
});

test('more rows than can be changed at once are not changed', async () => {
  await renderAt('/', <Chosen rows={rowsOf(MAX_AT_ONCE + 1)} action={{}} />);
  await press('All');
  expect((button('Deactivate') as HTMLButtonElement).disabled).toBe(true);
  expect(document.body.textContent).toContain('At most 100 can be changed at once');
});

const quiet = { onProgress: () => {}, signal: new AbortController().signal };
const fates = async (act: (id: number) => void) =>
  (await runMany({ ...quiet, rows: [1, 2, 3], act: async (id) => act(id) })).map(({ fate }) => fate);

test('without an answer a row may have been changed, and no further one is tried', async () => {
  const lost = (id: number) => {
    if (id === 2) throw new NetworkError();
  };
  expect(await fates(lost)).toEqual(['done', 'unknown', 'left']);
});

test('too many requests, or a session that ended, leave the rest for later; a fault of the server does not', async () => {
  const refused = (status: number) => (id: number) => {
    if (id === 2) throw new ApiError(status, {});
  };
  expect(await fates(refused(429))).toEqual(['done', 'left', 'left']);
  expect(await fates(refused(401))).toEqual(['done', 'left', 'left']);
  expect(await fates(refused(422))).toEqual(['done', 'refused', 'done']);
  expect(await fates(refused(500))).toEqual(['done', 'unknown', 'done']);
});

test('a run that is stopped finishes the row it is at and leaves the rest', async () => {
  const controller = new AbortController();
  const outcomes = await runMany({
    rows: [1, 2, 3],
    act: async (id) => {
      if (id === 2) controller.abort();
    },
    onProgress: () => {},
    signal: controller.signal,
  });
  expect(outcomes.map(({ fate }) => fate)).toEqual(['done', 'done', 'left']);
});

test('an action that wants a reason asks once for it, and each row gets it; without one nothing is done', async () => {
  const reasons: string[] = [];
  await renderAt(
    '/',
    <Chosen
      rows={rowsOf(2)}
      action={{ reason: 'Why', act: async (_row, _key, reason) => reasons.push(reason) }}
    />,
  );
  await press('All');
  await press('Deactivate');
  await until(() => expect(document.body.textContent).toContain('Nobody can pay.'));
  await press('Cancel');
  await until(() => expect(document.body.textContent).not.toContain('Nobody can pay.'));
  await press('Deactivate');
  await until(() => expect(document.body.textContent).toContain('Nobody can pay.'));
  await type('Why', '  Known customer ');
  await confirm();
  await until(() => expect(reasons).toEqual(['Known customer', 'Known customer']));
});
