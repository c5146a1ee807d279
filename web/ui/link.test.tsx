import { describe, expect, test } from 'vitest';
import { useCurrentPath } from './current-address.ts';
import { definePath } from './define-path.ts';
import { Link, useGoTo, useSearchOf } from './link.tsx';
import { withSearch } from './path.ts';
import { press, renderAt, renderHookAt } from './testing/render.tsx';

const listPath = definePath<{ status?: number; name?: string }>('/list');

function Screen() {
  const { status } = useSearchOf(listPath);
  const goTo = useGoTo();
  return (
    <>
      <p>{status}</p>
      <Link to={withSearch(listPath, { status: 2, name: 'a & b?' })}>Failed</Link>
      <Link to={listPath}>All</Link>
      <button type="button" onClick={() => void goTo(withSearch(listPath, { status: 3 }))}>
        Canceled
      </button>
    </>
  );
}

const shown = () => document.querySelector('p')?.textContent;

describe('the path of a screen', () => {
  test('leads to the screen with its search parameters, by a link and by a button', async () => {
    const { path, search } = await renderAt('/elsewhere', <Screen />);
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/list?status=2&name=a+%26+b%3F');
    await press('Failed');
    expect([path(), search(), shown()]).toEqual(['/list', { status: '2', name: 'a & b?' }, '2']);
    await press('Canceled');
    expect([path(), search(), shown()]).toEqual(['/list', { status: '3' }, '3']);
    await press('All');
    expect([path(), search(), shown()]).toEqual(['/list', {}, '']);
  });

  test('omits parameters that are undefined or empty', () => {
    expect(withSearch(listPath, { status: undefined, name: '' })).toBe('/list');
  });

  test('can be read for the current screen, and leads back to it', async () => {
    const { hook } = await renderHookAt('/list?name=%D8%B9%20b', useCurrentPath);
    const { search } = await renderAt('/elsewhere', <Link to={hook.current}>Back</Link>);
    await press('Back');
    expect(search()).toEqual({ name: 'ع b' });
  });
});
